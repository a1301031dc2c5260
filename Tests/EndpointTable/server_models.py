"""What the endpoints of the server read: the formats of texts, and the models of bodies."""

import base64
import calendar
import re
import time
from email.utils import formatdate, parsedate_to_datetime
from enum import Enum
from typing import Annotated, Literal
from urllib.request import parse_http_list

from pydantic import BaseModel, BeforeValidator, ConfigDict


def written(pattern, read):
    """Refuses a text in another format. FastAPI alone takes "on" for a Boolean, and a number for a date."""

    def check(text):
        if not isinstance(text, str) or not re.fullmatch(pattern, text):
            raise ValueError(f"{text!r} is not written as {pattern}")
        return read(text)

    return BeforeValidator(check)


def read_http_date(text):
    seconds = int(parsedate_to_datetime(text).timestamp())
    if formatdate(seconds, usegmt=True) != text:
        raise ValueError(f"{text!r} is not an HTTP date")
    return seconds


def read_list(text):
    """The elements of a header field, some of which are quoted strings."""
    return [item[1:-1] if item.startswith('"') else item for item in parse_http_list(text)]


def read_base64(text):
    return base64.b64decode(text, validate=True).decode()


# Dates are understood as seconds since 1970, as in the table.
Whole = Annotated[int, written(r"-?\d+", int)]
Number = Annotated[float, written(r"-?\d+(\.\d+)?(e[-+]?\d+)?", float)]
Word = Annotated[bool, written("true|false", "true".__eq__)]
Digit = Annotated[bool, written("0|1", "1".__eq__)]
Time = Annotated[int, written(".*", lambda text: calendar.timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ")))]
Seconds = Annotated[float, written(r"\d+(\.\d+)?", float)]
HTTPDate = Annotated[int, written(".*", read_http_date)]
Bytes = Annotated[str, written(".+", read_base64)]


class Genre(str, Enum):
    hip_hop = "hip hop"
    rock = "rock & roll"


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class Price(Strict):
    amount: float
    currency: Literal["EUR", "USD"]


class Line(Strict):
    song: int
    price: Price | None = None
    tags: list[str] = []


class Order(Strict):
    customer: str
    lines: list[Line]
    notes: dict[str, str]
    placed: Time
    is_paid: bool
    total: float
    signature: Bytes
    shipping: Literal["air mail", "pickup"]
    comment: str | None = None
    voucher: str | None = None


class SongChange(Strict):
    title: str | None = None
    year: int | None = None
    lyrics: str | None = None


class Login(BaseModel):
    model_config = ConfigDict(extra="forbid")
    user: str
    password: str
    remember: Digit
    scopes: list[str]
    since: Time
    attempt: Whole | None = None
