"""The tables of the database. How an older database becomes this one is in `migrations`.

The names in the database are those of the first version; `key` is what the code calls a column.
"""

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("setup", LargeBinary, nullable=False),
    Column("status", String(8), nullable=False),
    Column("moved", BigInteger, key="updated_at_ms", nullable=False),
    Column("wake", BigInteger, key="next_due_ms"),
    Column("owner", String(32), key="lease_owner"),
    Column("owned_until", BigInteger, key="lease_until_ms"),
    Column("set_aside", String(300)),
    Index("matches_by_wake", "next_due_ms"),
    Index("matches_by_status", "status", "updated_at_ms"),
)
"""`set_aside`: why the match cannot be read, in a sentence; null for all others. `next_due_ms`: when
the match has something to do by itself (a bot's move, a clock); `lease_owner`: the process that does it."""

events = Table(
    "things",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("n", Integer, key="version", primary_key=True, autoincrement=False),
    Column("body", LargeBinary, key="encoded", nullable=False),
)
"""The events of all matches. The primary key decides: of two writers of one version, one wins."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
)
"""States of matches every few actions, so that a restart plays only the last of them."""

link_tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("match", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Index("tokens_by_match", "match"),
)
"""What links open; seat -1 is a spectator's place."""

seat_claims = Table(
    "holders",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Index("holders_by_match", "match"),
)
"""Which seats the holder of a key has taken."""

notification_addresses = Table(
    "notices",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("address", String(300), nullable=False),
)
"""Where to tell the person at a seat that it is their turn."""

seat_notes = Table(
    "seat_notes",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("revision", Integer, nullable=False),
)
"""What the person at a seat has written down for themselves; `revision` counts the changes."""

public_tables = Table(
    "public_tables",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("title", String(40), nullable=False),
    Column("status", String(8), nullable=False),
    Column("fit", String(16), nullable=False),
    Column("seat_count", Integer, nullable=False),
    Column("free_seats", Integer, nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("public_tables_by_age", "status", "since_ms", "match"),
    Index("public_tables_by_title", "status", "title", "since_ms", "match"),
    Index("public_tables_by_fit", "status", "fit", "free_seats", "since_ms"),
    Index("public_tables_by_seats", "status", "title", "free_seats"),
)
"""The tables that the lobby lists, as `listings.ListingRow` has them; written with the events that change them."""

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("name", String(60), nullable=False),
    Column("look", String(120), nullable=False),
    Column("password", String(200), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("visibility", String(8), nullable=False, server_default="page"),
    Index("accounts_by_key", "key", unique=True),
    Index("accounts_by_look", "look", unique=True),
)
"""People who want to be known again: `key` holds their seats, `look` is what names have in common that look alike.
`password` is empty for those who enter by passkey alone."""

sessions = Table(
    "sessions",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("account", String(32), nullable=False),
    Column("label", String(60), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger, nullable=False),
    Index("sessions_by_account", "account"),
    Index("sessions_by_use", "used_ms"),
)
"""The browsers that are signed in, by the hash of their cookie."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("account", String(32), primary_key=True),
    Column("hash", String(64), primary_key=True),
)
"""Codes that set a new password, once each."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("credential_id", LargeBinary, nullable=False),
    Column("account", String(32), nullable=False),
    Column("host", String(255), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(60), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger),
    Index("passkeys_by_account", "account"),
)
"""The passkeys of accounts, as `passkey_store.Passkey` has them; `id` is a hash of the credential's own."""

passkey_challenges = Table(
    "passkey_challenges",
    metadata,
    Column("browser", String(64), primary_key=True),
    Column("purpose", String(16), nullable=False),
    Column("account", String(32), nullable=False),
    Column("name", String(60), nullable=False),
    Column("host", String(255), nullable=False),
    Column("challenge", LargeBinary, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    Index("passkey_challenges_by_age", "until_ms"),
)
"""What browsers, by the hash of a cookie, were asked to sign and have not answered yet."""

times_away = Table(
    "times_away",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("from_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    Index("times_away_by_key", "key", "from_ms"),
)
"""When the holder of a key is away."""

account_browsers = Table(
    "account_browsers",
    metadata,
    Column("account", String(32), primary_key=True),
    Column("browser", String(64), primary_key=True),
    Column("used_ms", BigInteger, nullable=False),
    Index("account_browsers_by_browser", "browser"),
)
"""From which browsers, by the hash of a cookie of their own, accounts were signed in: no two of one sit together."""

friendships = Table(
    "friendships",
    metadata,
    Column("account", String(32), primary_key=True),
    Column("friend", String(32), primary_key=True),
    Column("since_ms", BigInteger, nullable=False),
    Index("friendships_by_friend", "friend"),
)
"""Who is whose friend: two rows for each pair."""

friend_requests = Table(
    "friend_requests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("asker", String(32), nullable=False),
    Column("asked", String(32), nullable=False),
    Column("look", String(120), nullable=False),
    Column("label", String(60), nullable=False),
    Column("state", String(8), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Index("friend_requests_by_asker", "asker", "look", unique=True),
    Index("friend_requests_by_asked", "asked"),
)
"""Who asked whom, as `friends.FriendRequest` has it; `asked` is empty when nobody is to hear of it."""

blocks = Table(
    "blocks",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("account", String(32), nullable=False),
    Column("blocked", String(32), nullable=False),
    Column("look", String(120), nullable=False),
    Column("label", String(60), nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Index("blocks_by_account", "account", "look", unique=True),
    Index("blocks_by_blocked", "blocked"),
)
"""Whom somebody wants nothing to do with; `blocked` is empty for a name that nobody has."""

muted_people = Table(
    "muted_people",
    metadata,
    Column("account", String(32), primary_key=True),
    Column("muted", String(32), primary_key=True),
)
"""Whose chat somebody does not want to read, at any table: both have accounts."""

muted_seats = Table(
    "muted_seats",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Index("muted_seats_by_match", "match"),
)
"""The same at one table, where one of both is a guest."""

people_settings = Table(
    "people_settings",
    metadata,
    Column("account", String(32), primary_key=True),
    Column("shows_presence", Boolean, nullable=False),
    Column("invited_by", String(8), nullable=False),
)
"""What somebody lets their friends see, and who may invite them."""

personal_invitations = Table(
    "personal_invitations",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("match", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("inviter", String(32), nullable=False),
    Column("invited", String(32), nullable=False),
    Column("look", String(120), nullable=False),
    Column("label", String(60), nullable=False),
    Column("state", String(8), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("notice_due_ms", BigInteger),
    Index("personal_invitations_by_match", "match", "look", unique=True),
    Index("personal_invitations_by_invited", "invited", "state"),
    Index("personal_invitations_by_notice", "notice_due_ms"),
)
"""Who is invited to which seat; `invited` is empty when nobody is to hear of it, `notice_due_ms` null when told."""

friend_tables = Table(
    "friend_tables",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("host_key", String(64), nullable=False),
    Column("title", String(40), nullable=False),
    Column("status", String(8), nullable=False),
    Column("fit", String(16), nullable=False),
    Column("seat_count", Integer, nullable=False),
    Column("free_seats", Integer, nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("friend_tables_by_host", "host_key", "since_ms"),
)
"""The tables that the lobby lists for the friends of their hosts alone; else as `public_tables`."""

chat_reports = Table(
    "chat_reports",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("match_id", String(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(60), nullable=False),
    Column("text", Text, nullable=False),
    Column("reported_key", String(64), nullable=False),
    Column("reporter_key", String(64), nullable=False),
    Column("reason", String(12), nullable=False),
    Column("comment", String(300), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("closed_ms", BigInteger),
    Column("outcome", String(300), nullable=False),
    Index("chat_reports_by_line", "match_id", "version", "reporter_key", unique=True),
    Index("chat_reports_by_state", "closed_ms", "created_ms"),
    Index("chat_reports_by_reported", "reported_key"),
    Index("chat_reports_by_reporter", "reporter_key"),
)
"""Lines of chat that somebody reported, with the line as it was; they stay when the match is removed."""

suspensions = Table(
    "suspensions",
    metadata,
    Column("account", String(32), primary_key=True),
    Column("since_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger),
    Column("reason", String(300), nullable=False),
)
"""Accounts that may not chat nor sit with strangers; `until_ms` is null until somebody lifts it."""

attendance = Table(
    "attendance",
    metadata,
    Column("account", String(32), primary_key=True),
    Column("match_id", String(32), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("has_left", Boolean, nullable=False),
)
"""Who played which match among people to its end, and who left it."""

outside_appends = Table(
    "outside_appends",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
)
"""Events that an operator's command stored beside a running server, which reads them there."""

rated_matches = Table(
    "rated_matches",
    metadata,
    Column("match_id", String(32), primary_key=True),
    Column("title", String(40), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""The rated matches that are over, without names; they stay when the match itself is removed."""

ratings = Table(
    "ratings",
    metadata,
    Column("account", String(32), primary_key=True),
    Column("title", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("ordinal", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Index("ratings_by_ordinal", "title", "ordinal"),
)
"""How strong each person is in each title."""

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("account", String(32), primary_key=True),
    Column("match_id", String(32), primary_key=True),
    Column("title", String(40), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seat_count", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("has_left", Boolean, nullable=False),
    Column("mu_before", Float, nullable=False),
    Column("sigma_before", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Index("rating_changes_by_age", "account", "at_ms"),
    Index("rating_changes_by_match", "match_id"),
)
"""What each rated match did to each person in it."""

own_editions = Table(
    "own_editions",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("hash", String(64), primary_key=True),
    Column("title", String(40), nullable=False),
    Column("edition_id", String(600), nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("used_at_ms", BigInteger, nullable=False),
)
"""The editions that the holder of a key keeps here, by their content; matches have copies of their own."""

reviews = Table(
    "reviews",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("basis", String(64), nullable=False),
    Column("is_finished", Boolean, nullable=False),
    Column("public_token", String(64)),
    Index("reviews_by_token", "public_token"),
)
"""The reviews that somebody asked for; `basis` is a hash of all that their results depend on."""

review_results = Table(
    "review_results",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("task", Integer, primary_key=True, autoincrement=False),
    Column("encoded", LargeBinary, nullable=False),
)
"""What is done of them: the result of each task, by its number."""

review_consents = Table(
    "review_consents",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
)
"""Who agrees that everybody may see the review; seat -1 is a host without a seat."""

decision_figures = Table(
    "decision_figures",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(40), primary_key=True),
    Column("account", String(32), nullable=False),
    Column("title", String(40), nullable=False),
    Column("judgement", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("loss", Float, nullable=False),
    Column("loss_squares", Float, nullable=False),
    Index("decision_figures_by_account", "account", "title", "at_ms"),
    Index("decision_figures_by_title", "title", "judgement", "at_ms"),
)
"""What the decisions of a person with an account cost in a match whose review is whole, by the type of action chosen:
how many there were, their losses and the squares of these added up; `judgement` is the version that judged them."""

server_secrets = Table(
    "server_secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What this server signs with, made at its first start: the key for pushes, the one for links in notices."""

notice_channels = Table(
    "notice_channels",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("key", String(64), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("address", Text, nullable=False),
    Column("address_hash", String(64), nullable=False),
    Column("secrets", Text, nullable=False),
    Column("label", String(60), nullable=False),
    Column("session", String(64), nullable=False),
    Column("is_confirmed", Boolean, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Index("notice_channels_by_key", "key"),
    Index("notice_channels_by_address", "address_hash"),
)
"""Where the holder of a key is told that a table waits, as `notice_store.NoticeChannel` has it."""

notice_preferences = Table(
    "notice_preferences",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("quiet_begin", Integer),
    Column("quiet_end", Integer),
    Column("time_zone", String(64), nullable=False),
    Column("active_ms", BigInteger, nullable=False),
)
"""When somebody wants no notices, in minutes of their day; `active_ms`: when they last did something (for several
processes)."""

turn_notices = Table(
    "turn_notices",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("due_ms", BigInteger),
    Index("turn_notices_by_due", "due_ms"),
)
"""One row for each question that somebody is to be told of; `version` is the event that asked. `due_ms` is null when it
is sent or not needed any more: the mark by which nobody is told twice."""

competitions = Table(
    "competitions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("organiser", String(32)),
    Column("status", String(10), nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("round", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("starts_ms", BigInteger),
    Column("ended_ms", BigInteger),
    Column("end_reason", String(20), nullable=False),
    Index("competitions_by_status", "status", "created_ms"),
    Index("competitions_by_organiser", "organiser"),
)
"""Tournaments of people, as `competition_state.Competition` has them; of two changes to one revision, one wins."""

competition_entrants = Table(
    "competition_entrants",
    metadata,
    Column("competition", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("account", String(32)),
    Column("bot_name", String(60), nullable=False),
    Column("bot_style", String(40), nullable=False),
    Column("slot", Integer),
    Column("first_round", Integer, nullable=False),
    Column("last_round", Integer),
    Column("joined_ms", BigInteger, nullable=False),
    Index("competition_entrants_by_account", "account"),
)
"""Who takes part; a person without an account wanted to be forgotten."""

competition_tables = Table(
    "competition_tables",
    metadata,
    Column("competition", String(32), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("match_id", String(32), nullable=False),
    Column("status", String(10), nullable=False),
    Column("entrants", LargeBinary, nullable=False),
    Column("result", LargeBinary),
    Index("competition_tables_by_match", "match_id", unique=True),
    Index("competition_tables_by_status", "status"),
)
"""The tables of all rounds; they stay when the match itself is removed."""

finished_summaries = Table(
    "finished_summaries",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, key="encoded", nullable=False),
)
"""What lists say of finished matches, made at this version of each."""

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("alive_at_ms", BigInteger, nullable=False),
)
"""One row: when a server was last known to run."""

outages = Table(
    "outages",
    metadata,
    Column("began_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("ended_ms", BigInteger, nullable=False),
)
"""From when to when no server ran: nobody's thinking time is counted then."""

TABLES_OF_MATCH = [table for table in metadata.sorted_tables if "match" in table.c]
"""The tables whose rows belong to one match and go with it."""
