"""A pet store with a login, in FastAPI: uvicorn pet_server:app"""

from typing import Annotated, Literal

from fastapi import Depends, FastAPI, HTTPException
from fastapi.security import OAuth2PasswordBearer, OAuth2PasswordRequestForm
from pydantic import BaseModel

app = FastAPI(title="Pet store", version="1")
login = OAuth2PasswordBearer(tokenUrl="token", scheme_name="login")


class Token(BaseModel):
    access_token: str
    token_type: str


class NewPet(BaseModel):
    name: str
    kind: Literal["cat", "dog", "guinea-pig"]
    nickname: str | None = None


class Pet(NewPet):
    id: int


class NotFound(BaseModel):
    detail: str


pets = [Pet(id=1, name="Ada", kind="cat")]


def user(token: Annotated[str, Depends(login)]) -> str:
    if token != "token of ada":
        raise HTTPException(401, "The token is not valid", {"WWW-Authenticate": "Bearer"})
    return "ada"


@app.post("/token", tags=["users"], operation_id="log_in")
def log_in(form: Annotated[OAuth2PasswordRequestForm, Depends()]) -> Token:
    """Exchanges a name and a password for a token."""
    if (form.username, form.password) != ("ada", "secret"):
        raise HTTPException(400, "The name or the password is wrong")
    return Token(access_token="token of ada", token_type="bearer")


@app.get("/pets", tags=["pets"], operation_id="list_pets")
def list_pets(user: Annotated[str, Depends(user)], kind: str | None = None) -> list[Pet]:
    """Lists the pets, or those of a kind."""
    return [pet for pet in pets if kind in (None, pet.kind)]


@app.post("/pets", tags=["pets"], operation_id="add_pet", status_code=201)
def add_pet(user: Annotated[str, Depends(user)], pet: NewPet) -> Pet:
    """Adds a pet."""
    pets.append(Pet(id=len(pets) + 1, **pet.model_dump()))
    return pets[-1]


@app.get("/pets/{pet_id}", tags=["pets"], operation_id="get_pet", responses={404: {"model": NotFound}})
def get_pet(user: Annotated[str, Depends(user)], pet_id: int) -> Pet:
    """Returns a pet."""
    for pet in pets:
        if pet.id == pet_id:
            return pet
    raise HTTPException(404, "There is no such pet")
