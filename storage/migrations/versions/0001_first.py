"""The first schema: the scorebook, its records, the outbox and the heartbeat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TIME = sa.String(27).with_variant(sa.TIMESTAMP(timezone=True), "postgresql")


def _from_entry(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tournament", "seq"], ["scorebook.tournament", "scorebook.seq"], name=f"fk_{table}_scorebook"
    )


def upgrade() -> None:
    op.create_table(
        "heartbeat",
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("place", name="pk_heartbeat"),
    )
    op.create_table(
        "scorebook",
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "seq", name="pk_scorebook"),
    )
    op.create_table(
        "draws",
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("at", TIME, nullable=False),
        sa.Column("asked_by", sa.String(), nullable=True),
        sa.Column("asked_name", sa.String(), nullable=False),
        sa.Column("faces", sa.JSON(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("sides", sa.Integer(), nullable=False),
        sa.Column("modifier", sa.Integer(), nullable=False),
        sa.Column("chooser", sa.String(), nullable=True),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("entropy", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        _from_entry("draws"),
        sa.PrimaryKeyConstraint("tournament", "seq", name="pk_draws"),
    )
    op.create_table(
        "outbox",
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("part", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("urgency", sa.Integer(), nullable=False),
        sa.Column("said_at", TIME, nullable=True),
        sa.Column("overtaken_at", TIME, nullable=True),
        _from_entry("outbox"),
        sa.PrimaryKeyConstraint("tournament", "seq", "part", name="pk_outbox"),
    )
    op.create_table(
        "penalties",
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("infraction", sa.String(), nullable=False),
        sa.Column("clause", sa.String(), nullable=False),
        sa.Column("penalty", sa.String(), nullable=False),
        sa.Column("base", sa.String(), nullable=False),
        sa.Column("automatic", sa.Boolean(), nullable=False),
        sa.Column("issued_by", sa.String(), nullable=True),
        sa.Column("due_at", TIME, nullable=True),
        sa.Column("issued_at", TIME, nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("evidence", sa.String(), nullable=False),
        sa.Column("reportable", sa.Boolean(), nullable=False),
        sa.Column("applies_to", sa.String(), nullable=False),
        sa.Column("cause", sa.String(), nullable=False),
        sa.Column("supersedes", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("settled_by", sa.String(), nullable=True),
        sa.Column("settled_at", TIME, nullable=True),
        sa.Column("settled_why", sa.String(), nullable=True),
        sa.Column("acknowledged_at", TIME, nullable=True),
        _from_entry("penalties"),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_penalties"),
        sa.UniqueConstraint(
            "tournament", "cause", "player", "penalty", name="uq_penalties_tournament_cause_player_penalty"
        ),
    )
    op.create_index("ix_penalties_player", "penalties", ["player"], unique=False)
    op.create_table(
        "people",
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("named_at", TIME, nullable=False),
        _from_entry("people"),
        sa.PrimaryKeyConstraint("tournament", "person", name="pk_people"),
    )
    op.create_table(
        "players",
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("deck", sa.String(), nullable=False),
        sa.Column("registered_at", TIME, nullable=False),
        sa.Column("dropped", sa.String(), nullable=True),
        sa.Column("dropped_at", TIME, nullable=True),
        _from_entry("players"),
        sa.PrimaryKeyConstraint("tournament", "player", name="pk_players"),
    )
    op.create_table(
        "results",
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("player1", sa.String(), nullable=False),
        sa.Column("player2", sa.String(), nullable=False),
        sa.Column("wins1", sa.Integer(), nullable=True),
        sa.Column("wins2", sa.Integer(), nullable=True),
        sa.Column("draws", sa.Integer(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("how", sa.String(), nullable=True),
        sa.Column("clause", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("finished_at", TIME, nullable=True),
        sa.Column("corrected_by", sa.String(), nullable=True),
        sa.Column("corrected_why", sa.String(), nullable=True),
        _from_entry("results"),
        sa.PrimaryKeyConstraint("tournament", "round", "table", name="pk_results"),
    )
    op.create_table(
        "rulings",
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("asked_by", sa.String(), nullable=True),
        sa.Column("asked_at", TIME, nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("head_judge", sa.Boolean(), nullable=False),
        sa.Column("claimed_by", sa.String(), nullable=True),
        sa.Column("claimed_at", TIME, nullable=True),
        sa.Column("ruled_by", sa.String(), nullable=True),
        sa.Column("ruled_at", TIME, nullable=True),
        sa.Column("text", sa.String(), nullable=True),
        sa.Column("extension_s", sa.Integer(), nullable=True),
        sa.Column("appeal", sa.Integer(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=False),
        _from_entry("rulings"),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_rulings"),
    )
    op.create_table(
        "tournaments",
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("rulebook", sa.String(), nullable=False),
        sa.Column("rel", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("speed", sa.Float(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("opened_by", sa.String(), nullable=False),
        sa.Column("opened_at", TIME, nullable=False),
        sa.Column("ended_at", TIME, nullable=True),
        _from_entry("tournaments"),
        sa.PrimaryKeyConstraint("tournament", name="pk_tournaments"),
    )
