import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { Environment } from '#domain/core/environment.ts'
import { integerText } from '#domain/core/paging.ts'
import { PeriodText } from '#domain/core/period.ts'
import { patternText } from '#domain/core/text.ts'
import { ElectronicDetail } from './electronic.ts'

const roles = ['admin', 'superadmin'] as const
const query = z.strictObject({ company_id: z.optional(z.uuid()) })
const ofCompany = { roles, query, company: 'query.company_id' } as const

const NUMBER_MAX = 999_999_999_999
const numberField = (error: string) => z.int({ error }).check(z.minimum(1, { error }), z.maximum(NUMBER_MAX, { error }))
const prefix = (error: string) => patternText(4, /^[A-Z0-9]{1,4}$/, error)

const Numbers = z.strictObject({
  environment: Environment,
  prefix: prefix('El prefijo de las facturas tiene de 1 a 4 letras mayúsculas o números'),
  resolution: patternText(20, /^\d{8,20}$/, 'Escribe el número de la autorización, solo dígitos'),
  from_number: numberField('Escribe el primer número del rango'),
  to_number: numberField('Escribe el último número del rango'),
  next_number: numberField('Escribe el número de la próxima factura'),
  starts_on: DayText,
  ends_on: DayText,
  technical_key: patternText(40, /^[0-9a-f]{40}$/, 'La clave técnica tiene 40 caracteres, del 0 al 9 y de la a a la f'),
  note_prefix: prefix('El prefijo de las notas tiene de 1 a 4 letras mayúsculas o números'),
  note_next_number: numberField('Escribe el número de la próxima nota crédito'),
  pin: patternText(5, /^\d{5}$/, 'El PIN del programa tiene 5 dígitos'),
})
type Numbers = z.output<typeof Numbers>

/** The authorised numbers of the files of a company. */
export type FileNumbers = Numbers
export const FileNumbers = Numbers.check(
  z.refine<Numbers>(({ from_number, to_number }) => from_number <= to_number, {
    path: ['to_number'],
    error: 'El último número es mayor o igual que el primero',
  }),
  z.refine<Numbers>((own) => own.next_number >= own.from_number && own.next_number <= own.to_number, {
    path: ['next_number'],
    error: 'La próxima factura está entre el primer número y el último',
  }),
  z.refine<Numbers>(({ starts_on, ends_on }) => starts_on <= ends_on, {
    path: ['ends_on'],
    error: 'El rango vence el mismo día o después de empezar',
  }),
  z.refine<Numbers>((own) => own.note_prefix !== own.prefix, {
    path: ['note_prefix'],
    error: 'Las notas llevan otro prefijo que las facturas',
  }),
)

/** 'Archivo UBL' of a company. Its secrets are in no reply. */
export const FileIssuer = z.object({
  is_on: z.boolean(),
  environment: Environment,
  set_by: z.string(),
  set_at: z.iso.datetime(),
})
export type FileIssuer = z.output<typeof FileIssuer>

/** How many XML of a month there are, and in how many ZIP files. */
const MonthFiles = z.object({ count: z.number(), parts: z.number() })

/** Documents of a ZIP. */
export const ZIP_FILES_MAX = 2_000
const PARTS_MAX = 1_000

/** 'Archivo UBL': its settings, the confirmation of a document, and the XML of a month. */
export const fileIssuerApi = api({
  fileIssuer: {
    ...ofCompany,
    method: 'GET',
    path: '/electronic-invoice/file-issuer',
    summary: 'Si la empresa emite por archivo UBL, en qué ambiente y desde cuándo',
    reply: z.object({ data: z.nullable(FileIssuer) }),
  },
  saveFileIssuer: {
    ...ofCompany,
    method: 'PATCH',
    path: '/electronic-invoice/file-issuer',
    summary: 'Guarda la numeración y las claves de Archivo UBL, y lo enciende',
    stepUp: true,
    body: z.strictObject({ issuer: FileNumbers }),
    reply: z.object({ data: FileIssuer, message: z.string() }),
  },
  stopFileIssuer: {
    ...ofCompany,
    method: 'POST',
    path: '/electronic-invoice/file-issuer/off',
    summary: 'Apaga Archivo UBL; lo escrito queda',
    stepUp: true,
    body: z.strictObject({}),
    reply: z.object({ data: FileIssuer, message: z.string() }),
  },
  confirm: {
    ...ofCompany,
    method: 'POST',
    path: '/electronic-invoice/:id/confirm',
    stepUp: true,
    summary: 'Dice que la DIAN validó un documento que se transmitió con otro programa, con su CUFE o CUDE',
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({
      cufe: patternText(
        96,
        /^[0-9a-f]{96}$/,
        'Copia el código completo: tiene 96 caracteres, del 0 al 9 y de la a a la f',
      ),
      /** The day of issue of the validated document. Without it, the day of the file. */
      issued_on: z.optional(DayText),
    }),
    reply: z.object({ data: ElectronicDetail, message: z.string() }),
  },
  monthFiles: {
    method: 'GET',
    path: '/electronic-invoice/month',
    summary: 'Cuántos XML tiene un mes, y en cuántos archivos ZIP se descargan',
    roles,
    query: z.strictObject({ company_id: z.optional(z.uuid()), period: PeriodText }),
    company: 'query.company_id',
    reply: z.object({ data: MonthFiles }),
  },
  monthZip: {
    method: 'GET',
    path: '/electronic-invoice/month/zip',
    summary: 'Los XML de un mes en un ZIP',
    roles,
    query: z.strictObject({
      company_id: z.optional(z.uuid()),
      period: PeriodText,
      part: z.optional(integerText('La parte', PARTS_MAX)),
    }),
    company: 'query.company_id',
    replyAs: 'file',
    reply: z.unknown(),
  },
})
