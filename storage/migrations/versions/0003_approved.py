"""An approved penalty is issued by the head judge who approved it, and at that time."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

scorebook = sa.table(
    "scorebook",
    sa.column("tournament", sa.String),
    sa.column("seq", sa.Integer),
    sa.column("at"),
    sa.column("kind", sa.String),
    sa.column("body", sa.JSON),
)
penalties = sa.table(
    "penalties",
    sa.column("tournament", sa.String),
    sa.column("number", sa.Integer),
    sa.column("issued_by", sa.String),
    sa.column("issued_at"),
)


def upgrade() -> None:
    connection = op.get_bind()
    approvals = sa.select(scorebook).where(scorebook.c.kind == "penalty.approved/1").order_by(scorebook.c.seq)
    for entry in connection.execute(approvals).all():
        connection.execute(
            sa.update(penalties)
            .where(penalties.c.tournament == entry.tournament)
            .where(penalties.c.number == entry.body["number"])
            .values(issued_by=entry.body["by"], issued_at=entry.at)
        )
