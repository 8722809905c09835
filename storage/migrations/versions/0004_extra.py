"""What goes with a line that is still to be said: its table, buttons, mentions and facts."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbox", sa.Column("extra", sa.String(), nullable=True))
