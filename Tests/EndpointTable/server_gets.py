"""The endpoints of the server that are read with GET: what it understands of paths, queries, and header fields."""

import re
from typing import Annotated
from urllib.parse import parse_qsl, unquote
from urllib.request import parse_http_list

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import JSONResponse

from server_models import Bytes, Digit, Genre, HTTPDate, Number, Seconds, Time, Whole, Word, read_list

router = APIRouter()


@router.get("/songs/{id}")
def get_song(id: Whole):
    return JSONResponse({"code": 404}, 404) if id == 404 else {"id": id}


@router.get("/artists/{name}")
def get_artist(name: str):
    return {"name": name}


@router.get("/folders/{folder:path}/entries")
def get_entries(folder: str):
    return {"folder": folder}


@router.get("/files/{name}.zip")
def get_file(name: str):
    return {"name": name}


@router.get("/tiles/{x},{y}")
def get_tile(x: Whole, y: Whole):
    return {"x": x, "y": y}


@router.get("/places/{latitude}/{longitude}/at/{time}/{is_night}")
def get_place(latitude: Number, longitude: Number, time: Seconds, is_night: Digit):
    return {"latitude": latitude, "longitude": longitude, "time": time, "is_night": is_night}


@router.get("/songs")
def find_songs(limit: Whole, live: Word, rating: Number, since: Time, genre: Genre, cursor: str | None = None):
    return {"limit": limit, "live": live, "rating": rating, "since": since, "genre": genre, "cursor": cursor}


@router.get("/search")
def search(q: str, tags: Annotated[list[str], Query(alias="tag")], ids: Annotated[list[Whole], Query(alias="ids[]")]):
    return {"q": q, "tags": tags, "ids": ids}


@router.get("/charts")
def get_charts(request: Request, years: str, moods: str):
    # A comma in an element is escaped, and a comma between elements is not.
    countries = re.search("(?:^|&)countries=([^&]*)", request.url.query)[1].split(",")
    years = [int(year) for year in years.split("|")]
    return {"countries": [unquote(country) for country in countries], "years": years, "moods": moods.split(" ")}


@router.get("/orders")
def find_orders(request: Request):
    """Reads a deepObject of OpenAPI, `filter[price][min]=5`, with members of any depth."""
    result = {}
    for key, value in parse_qsl(request.url.query, keep_blank_values=True, strict_parsing=True):
        *parents, last = re.findall(r"[^\[\]]+", key)
        place = result
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    return result


@router.get("/albums")
def find_albums(
    by: Annotated[str, Query(alias="sort.by")], is_descending: Annotated[Digit, Query(alias="sort.descending")],
    position: str, empty: Annotated[list[str], Query()],
):
    x, y = position.removeprefix("x,").split(",y,")
    return {"by": by, "is_descending": is_descending, "position": [int(x), int(y)], "empty": empty}


@router.get("/labels")
def find_labels(request: Request, page: Whole):
    free = {key: request.query_params.getlist(key) for key in request.query_params if key != "page"}
    return {"page": page, "free": free}


@router.get("/concerts")
def find_concerts(after: Seconds, limit: Annotated[int, Query(le=100)]):
    return {"after": after, "limit": limit}


@router.get("/loudness")
def get_loudness(low: float, high: float, peak: float):
    return {"low": str(low), "high": str(high), "peak": str(peak)}


@router.get("/session")
def get_session(
    x_trace: Annotated[str, Header()], x_depth: Annotated[Whole, Header()], x_debug: Annotated[Word, Header()],
):
    return {"trace": x_trace, "depth": x_depth, "debug": x_debug}


@router.get("/news")
def get_news(
    if_modified_since: Annotated[HTTPDate, Header()], if_none_match: Annotated[str, Header()],
    x_topics: Annotated[str, Header()], x_date: Annotated[Time, Header()], x_signature: Annotated[Bytes, Header()],
):
    return {
        "since": if_modified_since, "tags": parse_http_list(if_none_match), "topics": read_list(x_topics),
        "date": x_date, "signature": x_signature}


@router.get("/metrics")
def get_metrics(request: Request):
    return {name: value for name, value in request.headers.items() if name.startswith("x-meta-")}
