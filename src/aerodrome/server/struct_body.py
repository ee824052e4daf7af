"""Bodies that are read by their struct and no further: a field of type `msgspec.Raw` stays the bytes that were sent.

Litestar makes objects of a whole body before it looks at the type. Two megabytes of brackets are a second in which
nobody else is answered.
"""

from typing import Any

import msgspec
from litestar.dto import AbstractDTO
from litestar.exceptions import ClientException
from litestar.openapi.spec import Reference, Schema
from litestar.typing import FieldDefinition


class StructBody(AbstractDTO[Any]):
    """As `dto=` of a route, with `return_dto=None`: decodes the body of the route's `data`."""

    @classmethod
    def create_for_field_definition(cls, *_: Any, **__: Any) -> None:
        """There is nothing to prepare."""

    def decode_bytes(self, value: bytes) -> Any:
        """The struct. Raises ClientException (400) for what does not fit."""
        field = self.asgi_connection.route_handler.parsed_data_field
        try:
            return msgspec.json.decode(value, type=field.annotation)
        except msgspec.DecodeError as error:
            raise ClientException(str(error)) from None

    @classmethod
    def create_openapi_schema(
        cls,
        field_definition: FieldDefinition,
        handler_id: str,  # noqa: ARG003 - passed by its name
        schema_creator: Any,
    ) -> Reference | Schema:
        """That of the struct."""
        schema: Reference | Schema = schema_creator.for_field_definition(field_definition)
        return schema
