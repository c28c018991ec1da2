import { REFUSAL_STATUS } from '#domain/core/refusal.ts'
import type { Json } from './openapi-schema.ts'

/** The shared components of the OpenAPI document: the session, the Idempotency-Key header, the failures. */
export const componentsOf = (schemas: Record<string, Json>): Json => ({
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  parameters: { IdempotencyKey: idempotencyKey(false), RequiredIdempotencyKey: idempotencyKey(true) },
  responses: Object.fromEntries(
    Object.entries(FAILURES).map(([status, text]) => [`Failure${status}`, failureOf(text)]),
  ),
  schemas: { Error: ERROR, ...schemas },
})

const idempotencyKey = (required: boolean): Json => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description: 'La misma llave con los mismos datos recibe la primera respuesta; con otros datos, 409',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
})

const failureOf = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const FAILURES: Readonly<Record<string, string>> = {
  400: 'Los datos no encajan: mal formados, con campos desconocidos o que incumplen una regla',
  401: 'No hay sesión, o el usuario y la contraseña no coinciden',
  403: 'El rol no tiene acceso',
  404: 'No existe, o es de otra empresa',
  409: 'Choca con lo que ya hay: repetido, en uso, límite alcanzado o estado que no lo permite',
  413: 'Los datos son demasiado grandes',
  415: 'Los datos no vienen en el formato esperado',
  422: 'Una regla lo impide, o hay que confirmar la contraseña',
  429: 'Demasiadas solicitudes seguidas',
  500: 'Algo salió mal',
  503: 'En mantenimiento, o la base de datos no responde',
}

const ERROR: Json = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'Una frase para la persona' },
    code: { type: 'string', enum: [...Object.keys(REFUSAL_STATUS).map((code) => code.toUpperCase()), 'UNEXPECTED'] },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string', description: 'Ruta con puntos: plan.price' },
          message: { type: 'string' },
        },
        required: ['field', 'message'],
      },
    },
  },
  required: ['message', 'code'],
}
