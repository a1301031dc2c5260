/// An OpenAPI document with one operation.
let document = #"""
    {"openapi": "3.1.0", "info": {"title": "Directory", "version": "1"}, "paths": {"/users/{id}": {"get": {
       "tags": ["users"], "operationId": "get_user",
       "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
       "responses": {"200": {"description": "A user", "content": {"application/json": {"schema": {
         "type": "object", "required": ["id", "name"],
         "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}}}}}}}}}
    """#
