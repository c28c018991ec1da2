import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { lineOfText } from '#domain/core/text.ts'
import { longText } from './case.ts'
import { known } from './template.ts'
import { TYPOLOGIES } from './topics.ts'

const staff = ['financial', 'technical'] as const
const params = z.object({ id: z.uuid() })

export const TEMPLATES_MAX = 100
const PqrTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  typology: z.nullable(z.enum(TYPOLOGIES)),
  text: z.string(),
})
export type PqrTemplate = z.output<typeof PqrTemplate>
const NewTemplate = z.strictObject({
  name: lineOfText('Escribe el nombre de la plantilla', 80),
  typology: z.optional(z.nullable(z.enum(TYPOLOGIES, { error: 'Elige el tema' }))),
  /** May contain the variables of template.ts, as {{nombre}}. */
  text: longText('Escribe el texto de la plantilla').check(known),
})

/** The texts that the staff reuses. */
export const pqrTemplateApi = api({
  list: {
    method: 'GET',
    path: '/pqr/template',
    summary: 'Las plantillas de respuesta de la empresa',
    roles: staff,
    reply: z.object({ data: z.array(PqrTemplate) }),
  },
  create: {
    method: 'POST',
    path: '/pqr/template',
    summary: 'Crea una plantilla de respuesta',
    roles: staff,
    status: 201,
    body: z.strictObject({ template: NewTemplate }),
    reply: z.object({ data: PqrTemplate, message: z.string() }),
  },
  update: {
    method: 'PATCH',
    path: '/pqr/template/:id',
    summary: 'Cambia una plantilla de respuesta',
    roles: staff,
    params,
    body: z.strictObject({ template: NewTemplate }),
    reply: z.object({ data: PqrTemplate, message: z.string() }),
  },
  remove: {
    method: 'DELETE',
    path: '/pqr/template/:id',
    summary: 'Quita una plantilla de respuesta',
    roles: staff,
    params,
    reply: z.object({ data: z.object({ id: z.uuid() }), message: z.string() }),
  },
})
