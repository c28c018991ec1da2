import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { lineOfText, optionalLine } from '#domain/core/text.ts'
import { ContractParams } from './contract.ts'
import { ContractDocument, TITLE_MAX } from './document.ts'

const Id = z.object({ id: z.uuid() })
const OneOfContract = z.extend(ContractParams, { id: z.uuid() })
const readers = ['financial', 'client'] as const
const desk = ['financial'] as const

export const documentApi = api({
  list: {
    method: 'GET',
    path: '/contract/:no/documents',
    summary: 'Los anexos de un contrato, del más nuevo al más viejo; los quitados, solo para la empresa',
    clientRows: 'data',
    roles: readers,
    params: ContractParams,
    reply: z.object({ data: z.array(ContractDocument) }),
  },
  add: {
    method: 'POST',
    path: '/contract/:no/documents',
    summary: 'Anexa un PDF o una imagen (PNG, JPG o WebP) a un contrato; la imagen se guarda sin los datos que traía',
    roles: desk,
    status: 201,
    params: ContractParams,
    bodyAs: 'upload',
    idempotency: 'never',
    body: z.strictObject({ title: z.optional(optionalLine(TITLE_MAX)) }),
    reply: z.object({ data: ContractDocument, message: z.string() }),
  },
  file: {
    method: 'GET',
    path: '/contract/:no/documents/:id',
    summary: 'El archivo de un anexo',
    clientRows: 'one',
    roles: readers,
    params: OneOfContract,
    replyAs: 'file',
    reply: z.unknown(),
  },
  remove: {
    method: 'POST',
    path: '/contract/:no/documents/:id/remove',
    summary: 'Quita un anexo con su motivo: nadie más lo ve, y la empresa conserva el archivo',
    roles: desk,
    params: OneOfContract,
    body: z.strictObject({ reason: lineOfText('Escribe el motivo', 300) }),
    reply: z.object({ data: ContractDocument, message: z.string() }),
  },
  get: {
    method: 'GET',
    path: '/document/:id',
    summary: 'Un anexo por su id',
    clientRows: 'one',
    roles: readers,
    params: Id,
    reply: z.object({ data: ContractDocument }),
  },
})
