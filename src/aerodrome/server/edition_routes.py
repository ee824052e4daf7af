"""Editions of one's own: checking, keeping, comparing. Private to whoever keeps them."""

from typing import Annotated

from litestar import Response, Router, get, post
from litestar.params import JSONBody, PathParameter

from aerodrome.core import registry
from aerodrome.core.edition import MAX_DATA_BYTES
from aerodrome.matches import util
from aerodrome.matches.edition_jobs import (
    EditionCheckReport,
    check_edition_and_compare_with_house,
    encode_house_edition,
)
from aerodrome.matches.edition_store import EditionStore, OwnEdition
from aerodrome.matches.errors import MalformedRequest, NotAllowed, NotFound
from aerodrome.server import schemas
from aerodrome.server.context import AppContext
from aerodrome.server.dependencies import Context, CurrentCaller, TitlePath
from aerodrome.server.identity import Caller
from aerodrome.server.schemas.common import get_json_or_none
from aerodrome.server.struct_body import StructBody

MAX_BODY_BYTES = 2 * MAX_DATA_BYTES
HashPath = Annotated[str, PathParameter(pattern="^[0-9a-f]{64}$", description="The hash of an edition")]


async def check_edition_in_worker_and_compare(
    context: AppContext, caller: Caller, title: str, toml_text: str | None, edition_data: bytes | None
) -> EditionCheckReport:
    """What is to be said about an edition, as a TOML text or as facts. Raises NotFound or MachineBusy."""
    if title not in registry.titles():
        raise NotFound("There is no such title.")
    share = caller.build_share_key()
    found: EditionCheckReport = await context.service.replay_pool.run_short_job(
        check_edition_and_compare_with_house, title, toml_text, edition_data, share=share
    )
    return found


async def _check_requested_edition_and_compare(
    context: AppContext, caller: Caller, data: schemas.EditionRequest
) -> EditionCheckReport:
    facts = get_json_or_none(data.data)
    if (data.text is None) == (facts is None):
        raise MalformedRequest("Send the edition either as text or as data.")
    return await check_edition_in_worker_and_compare(context, caller, data.title, data.text, facts)


def build_edition_check(report: EditionCheckReport) -> schemas.EditionCheck:
    """What the checks say, as callers get it."""
    errors, warnings, differences = (
        [schemas.EditionFinding(*note) for note in notes]
        for notes in (report.errors, report.warnings, report.differences)
    )
    return schemas.EditionCheck(
        errors,
        warnings,
        differences,
        report.id,
        report.hash,
        report.data,
        report.text,
        report.board,
        report.view,
        report.colours,
    )


@get("/titles/{title:str}/edition", is_expensive=True)
async def get_house_edition(title: TitlePath, context: Context, caller: CurrentCaller) -> schemas.EditionCheck:
    """The house edition, to begin one's own with."""
    if title not in registry.titles():
        raise NotFound("There is no such title.")
    return build_edition_check(
        await check_edition_in_worker_and_compare(context, caller, title, None, encode_house_edition(title))
    )


@post("/editions/check", status_code=200, request_max_body_size=MAX_BODY_BYTES, dto=StructBody, return_dto=None)
async def check_edition(
    data: JSONBody[schemas.EditionRequest], context: Context, caller: CurrentCaller
) -> schemas.EditionCheck:
    """What the checks say about an edition. Nothing is kept."""
    return build_edition_check(await _check_requested_edition_and_compare(context, caller, data))


@get("/editions")
async def list_own_editions(context: Context, caller: CurrentCaller) -> schemas.OwnEditionList:
    """The caller's own editions."""
    kept = await EditionStore(context.service.store).list_own_editions(caller.key) if caller.has_cookie else []
    return schemas.OwnEditionList([_build_own_edition_info(edition) for edition in kept])


def _build_own_edition_info(edition: OwnEdition) -> schemas.OwnEditionInfo:
    return schemas.OwnEditionInfo(edition.hash, edition.title, edition.edition_id, edition.used_at_ms)


@post("/editions", status_code=201, request_max_body_size=MAX_BODY_BYTES, dto=StructBody, return_dto=None)
async def store_own_edition(
    data: JSONBody[schemas.EditionRequest], context: Context, caller: CurrentCaller
) -> Response[schemas.OwnEditionInfo]:
    """Keep an edition that passes the checks."""
    context.new_match_limiter.acquire_token(*caller.clients_for_rate_limits)
    found = await _check_requested_edition_and_compare(context, caller, data)
    if found.errors:
        raise MalformedRequest(f"This edition cannot be played: {found.errors[0].text}")
    kept = OwnEdition(found.hash, data.title, found.id, found.facts, util.now_ms())
    limit = context.settings.limits.max_own_editions
    if not await EditionStore(context.service.store).store_own_edition_unless_full(caller.key, kept, limit):
        raise NotAllowed(f"You keep {limit} editions already: remove one first.")
    return Response(_build_own_edition_info(kept), status_code=201, cookies=[caller.build_browser_cookie()])


async def require_own_edition(context: AppContext, caller: Caller, edition_hash: str) -> OwnEdition:
    """One of the caller's own editions; nobody else's is found."""
    store = EditionStore(context.service.store)
    kept = await store.get_own_edition(caller.key, edition_hash) if caller.has_cookie else None
    if kept is None:
        raise NotFound("You keep no such edition here. Upload its file first.")
    return kept


@get("/editions/{hash:str}", is_expensive=True)
async def get_own_edition_check(hash: HashPath, context: Context, caller: CurrentCaller) -> schemas.EditionCheck:
    """One of the caller's own editions, with what differs from the house's."""
    kept = await require_own_edition(context, caller, hash)
    return build_edition_check(await check_edition_in_worker_and_compare(context, caller, kept.title, None, kept.data))


@post("/editions/{hash:str}/remove", status_code=200)
async def remove_own_edition(hash: HashPath, context: Context, caller: CurrentCaller) -> schemas.OwnEditionList:
    """Forget an edition. Tables that play with it have it still."""
    await require_own_edition(context, caller, hash)
    await EditionStore(context.service.store).delete_own_edition(caller.key, hash)
    kept = await EditionStore(context.service.store).list_own_editions(caller.key)
    return schemas.OwnEditionList([_build_own_edition_info(edition) for edition in kept])


@post("/editions/{hash:str}/comparison", status_code=200)
async def start_edition_trial(hash: HashPath, context: Context, caller: CurrentCaller) -> schemas.EditionTrialInfo:
    """Let bots play with this edition and with the house's, in the background."""
    kept = await require_own_edition(context, caller, hash)
    share = caller.build_share_key()
    return context.edition_trials.start_or_find_trial(caller.key, hash, kept.title, kept.data, share).build_trial_info()


@get("/editions/{hash:str}/comparison")
async def get_edition_trial(hash: HashPath, context: Context, caller: CurrentCaller) -> schemas.EditionTrialInfo:
    """How far the comparison is, and what it says so far."""
    found = context.edition_trials.find_trial(caller.key, hash) if caller.has_cookie else None
    if found is None:
        raise NotFound("No comparison of this edition was begun here.")
    return found.build_trial_info()


router = Router(
    "/api",
    route_handlers=[
        get_house_edition,
        check_edition,
        list_own_editions,
        store_own_edition,
        get_own_edition_check,
        remove_own_edition,
        start_edition_trial,
        get_edition_trial,
    ],
)
