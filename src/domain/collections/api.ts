import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { idsFilter, PageMeta, pageQuery, pagingQuery } from '#domain/core/paging.ts'
import { patternText, trimmedText } from '#domain/core/text.ts'
import { SPARED_REASONS } from './decision.ts'
import { NewPolicy, Policy } from './policy.ts'
import {
  CollectionRun,
  DaySummary,
  DECISION_ACTIONS,
  NOTICE_CHANNELS,
  PreviewRow,
  ReconnectionTerm,
  RunDecision,
} from './preview.ts'
import { TEMPLATE_KINDS, Template, TemplateWords } from './template.ts'

const roles = ['financial'] as const
const runParams = z.object({ id: z.uuid() })
const RunReply = z.object({ data: CollectionRun, message: z.string() })

export const collectionApi = api({
  policy: {
    method: 'GET',
    path: '/collection-policy',
    summary: 'La política de cartera de la empresa: cuándo se avisa, se corta y se reconecta',
    roles: ['financial', 'admin'],
    reply: z.object({ data: Policy }),
  },
  savePolicy: {
    method: 'PUT',
    path: '/collection-policy',
    summary: 'Guarda una versión nueva de la política; se enciende después de una semana en prueba',
    stepUp: true,
    roles,
    body: z.strictObject({ policy: NewPolicy }),
    reply: z.object({ data: Policy, message: z.string() }),
  },
  templates: {
    method: 'GET',
    path: '/collection-template',
    summary: 'Las palabras de cada aviso de cartera, con su vista previa',
    roles,
    reply: z.object({ data: z.array(Template) }),
  },
  saveTemplate: {
    method: 'PUT',
    path: '/collection-template',
    summary: 'Guarda las palabras de un aviso; null vuelve a las de Enlace',
    roles,
    body: z.strictObject({
      kind: z.enum(TEMPLATE_KINDS, { error: 'Elige el aviso' }),
      template: z.nullable(TemplateWords),
    }),
    reply: z.object({ data: Template, message: z.string() }),
  },
  preview: {
    method: 'GET',
    path: '/suspension/preview',
    summary:
      'A quién se avisa, a quién se corta y a quién no y por qué: mañana, u otro día hasta 31 días después de hoy',
    roles,
    clientRows: 'data',
    query: z.strictObject({
      ...pagingQuery,
      /** Of contracts. */
      ids: idsFilter,
      on: z.optional(DayText),
      action: z.optional(z.enum(DECISION_ACTIONS)),
      reason: z.optional(z.enum(SPARED_REASONS)),
    }),
    reply: z.object({ data: z.array(PreviewRow), meta: PageMeta, summary: DaySummary }),
  },
  runs: {
    method: 'GET',
    path: '/suspension/run',
    summary: 'Las decisiones de los días pasados, el último primero',
    roles,
    query: z.strictObject(pageQuery),
    reply: z.object({ data: z.array(CollectionRun), meta: PageMeta }),
  },
  run: {
    method: 'GET',
    path: '/suspension/run/:id',
    summary: 'A quién se avisó y a quién se cortó un día, y qué pasó con cada uno',
    roles,
    clientRows: 'data',
    params: runParams,
    query: z.strictObject(pageQuery),
    reply: z.object({ data: z.array(RunDecision), meta: PageMeta, run: CollectionRun }),
  },
  approve: {
    method: 'POST',
    path: '/suspension/run/:id/approve',
    summary: 'Aprueba los cortes de un día que el freno detuvo',
    stepUp: true,
    roles,
    params: runParams,
    reply: RunReply,
  },
  stop: {
    method: 'POST',
    path: '/suspension/run/:id/stop',
    summary: 'Detiene los avisos y los cortes que faltan de un día',
    roles,
    params: runParams,
    reply: RunReply,
  },
  notice: {
    method: 'POST',
    path: '/suspension/notice',
    summary:
      'Registra que se le avisó del corte a un cliente por otro medio; lo que la ley no permitía cuenta como contacto y no como aviso',
    roles,
    status: 201,
    body: z.strictObject({
      notice: z.strictObject({
        no_contract: trimmedText(40, { required: 'Elige el contrato' }),
        channel: z.enum(NOTICE_CHANNELS, { error: 'Elige por dónde le avisaste' }),
        given_on: DayText,
        /** The hour in Bogotá; today without one is now. A notice on paper has none. */
        given_time: z.optional(patternText(5, /^([01]\d|2[0-3]):[0-5]\d$/, 'Di a qué hora le avisaste, como 14:30')),
      }),
    }),
    reply: z.object({ data: PreviewRow, message: z.string() }),
  },
  reconnections: {
    method: 'GET',
    path: '/suspension/reconnection',
    summary:
      'Los servicios por reconectar y los reconectados, con su plazo de tres días hábiles; primero los que faltan',
    roles,
    clientRows: 'data',
    query: z.strictObject({ ...pageQuery, open: z.optional(z.enum(['true'])) }),
    reply: z.object({ data: z.array(ReconnectionTerm), meta: PageMeta }),
  },
})
