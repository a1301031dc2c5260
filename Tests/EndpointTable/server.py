"""Answers each endpoint of Tests/Fixtures/ServerEndpoints.json with what the server has understood.

Prints its port of 127.0.0.1, and stops when its input ends. Then it cannot outlive the script that has started it.
"""

import base64
import socket
import sys
import threading
from typing import Annotated, Any

import uvicorn
from fastapi import Body, Depends, FastAPI, Form, Header, HTTPException, Query, Request, Response, UploadFile
from fastapi.responses import JSONResponse

import server_gets
from server_models import Line, Login, Order, SongChange, Whole, Word


async def check_rest(request: Request):
    """Refuses what the endpoint does not read, so that a parameter in the wrong place is not overlooked."""
    route = request.scope["route"]
    if route.dependant.request_param_name:
        return
    unknown = set(request.query_params) - {field.alias for field in route.dependant.query_params}
    if unknown or route.body_field is None and await request.body():
        raise HTTPException(400, f"unknown fields in the query: {unknown}" if unknown else "unexpected body")


app = FastAPI(dependencies=[Depends(check_rest)])
app.include_router(server_gets.router)


@app.post("/orders")
def add_order(order: Order):
    return {"order": order.model_dump(), "set": sorted(order.model_fields_set)}


@app.post("/orders/{id}/lines")
def add_lines(id: Whole, lines: list[Line], notify: Word):
    return {"id": id, "lines": [line.model_dump(exclude_unset=True) for line in lines], "notify": notify}


@app.patch("/songs/{id}")
def change_song(id: Whole, change: SongChange, if_match: Annotated[str, Header()]):
    return {"id": id, "change": change.model_dump(exclude_unset=True), "if_match": if_match}


@app.put("/settings/{name}")
def set_setting(name: str, value: Annotated[Any, Body()]):
    return {"name": name, "value": value}


@app.post("/login")
def login(form: Annotated[Login, Form()], app: str):
    return {"form": form.model_dump(), "app": app}


@app.post("/photos")
async def add_photo(
    album: Annotated[Whole, Form()], title: Annotated[str, Form()], tags: Annotated[list[str], Form()],
    photo: UploadFile, thumbnail: UploadFile,
):
    photo = {"name": photo.filename, "type": photo.content_type, "text": (await photo.read()).decode()}
    thumbnail = (await thumbnail.read()).decode()
    return {"album": album, "title": title, "tags": tags, "photo": photo, "thumbnail": thumbnail}


@app.put("/lyrics/{id}")
async def set_lyrics(id: Whole, request: Request):
    return {"id": id, "type": request.headers["content-type"], "text": (await request.body()).decode()}


@app.put("/covers/{id}")
async def set_cover(id: Whole, request: Request, revision: Whole):
    bytes = base64.b64encode(await request.body()).decode()
    return {"id": id, "type": request.headers["content-type"], "bytes": bytes, "revision": revision}


@app.post("/photos/{album}")
def add_photos(album: Whole, photos: list[UploadFile], place: Annotated[str, Form(alias="place[city]")]):
    return {"album": album, "photos": [[photo.filename, photo.size] for photo in photos], "place": place}


@app.post("/addresses")
def add_address(
    city: Annotated[str, Form(alias="address[city]")], floors: Annotated[list[Whole], Form(alias="floors[]")],
    names: Annotated[str, Form()],
):
    return {"city": city, "floors": floors, "names": names.split("|")}


@app.api_route("/reports/{id}", methods=["REPORT"])
def report(id: Whole, numbers: Annotated[dict[str, int | float | None], Body()]):
    return {"id": id, "numbers": numbers}


@app.delete("/lines")
def delete_lines(lines: list[Line]):
    return {"lines": [line.model_dump(exclude_unset=True) for line in lines]}


@app.delete("/songs")
def delete_songs(reason: str, force: Word, ids: Annotated[list[Whole], Query(alias="id")]):
    return {"reason": reason, "force": force, "ids": ids}


@app.delete("/songs/{id}", status_code=204)
def delete_song(id: Whole):
    return Response(status_code=204)


@app.post("/imports")
def start_import(source: Annotated[str, Body(embed=True)], wait: Word):
    if wait:
        return JSONResponse({"id": 7, "title": source}, 201)
    return JSONResponse({"job": source, "progress": 0.5}, 202)


def main():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        # asyncio does not set this for a socket that it has not created. Then each answer takes 40 ms.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))

        def stop_with_input():
            sys.stdin.read()
            server.should_exit = True

        threading.Thread(target=stop_with_input, daemon=True).start()
        print(listener.getsockname()[1], flush=True)
        server.run([listener])


if __name__ == "__main__":
    main()
