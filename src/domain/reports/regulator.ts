import { type Money, toPesos, ZERO } from '#domain/core/money.ts'
import type { Segment } from '#domain/core/segment.ts'
import { lineAmounts } from '#domain/taxes/charge.ts'
import { serviceVat, type VatRules } from '#domain/taxes/vat.ts'
import type { ReportCell } from './report.ts'

/** A quarter or a half year: its year and its number in it. */
export type Block = { year: number; number: number }

/** Where a service is given, and to whom. `stratum` 0: without one. */
type Place = { municipality_code: string; segment: Segment; stratum: number }

const YES = 'SI'
const NO = 'NO'
/** Every plan of Enlace has fixed internet, paid after or in its month. */
const POSTPAID = 'POSPAGO'

/** '100 Mbps' → 100; an empty text when it is not known. */
const speedOf = (text: string): number | '' => {
  const digits = /^(\d+) Mbps$/.exec(text)?.[1]
  return digits === undefined ? '' : Number(digits)
}

/** The segment as the format names it: the estrato of a home, or the business. */
const segmentOf = ({ segment, stratum }: Pick<Place, 'segment' | 'stratum'>): string =>
  segment === 'business' ? 'CORPORATIVO' : stratum === 0 ? 'RESIDENCIAL SIN ESTRATO' : `RESIDENCIAL ESTRATO ${stratum}`

export const T12_COLUMNS = [
  'ANNO',
  'SEMESTRE',
  'CODIGO_PLAN',
  'NOMBRE_PLAN',
  'ID_MUNICIPIO',
  'ID_SEGMENTO_PLANES',
  'VALOR_PLAN_IMPUESTOS',
  'VALOR_PLAN',
  'ID_MODALIDAD_PLAN',
  'FECHA_INICIO',
  'FECHA_FIN',
  'TIENE_TELEFONIA_FIJA',
  'TIENE_INTERNET_FIJO',
  'CODIGO_PLAN_INT_FI',
  'TARIFA_MENSUAL_INTERNET',
  'VELOCIDAD_OFRECIDA_BAJADA',
  'VELOCIDAD_OFRECIDA_SUBIDA',
  'ID_TECNOLOGIA',
] as const

/** A plan where it is given in a half year. */
export type OfferedPlan = Place & {
  reference_code: string
  name: string
  price: Money
  download_speed: string
  upload_speed: string
  /** Sold with other services, which Enlace does not know. */
  is_packaged: boolean
  /** The day on which it was created, and the day it was withdrawn: '' for a plan that is offered. */
  from_on: string
  to_on: string
}

/**
 * A row of T.1.2: the tariff with and without taxes by the VAT of the segment. Of a package the other services and the part of the internet
 * are left for a person: the price of the plan is that of all of it.
 */
export function t12Row(
  plan: OfferedPlan,
  { year, number }: Block,
  { rules, includesVat }: { rules: VatRules; includesVat: boolean },
): ReportCell[] {
  const vat = serviceVat({ segment: plan.segment, stratum: plan.stratum === 0 ? null : plan.stratum }, rules)
  const { base, total } =
    vat === null ? { base: plan.price, total: plan.price } : lineAmounts(plan.price, 1, vat, includesVat)
  return [
    year,
    number,
    plan.reference_code,
    plan.name,
    plan.municipality_code,
    segmentOf(plan),
    toPesos(total),
    toPesos(base),
    POSTPAID,
    plan.from_on,
    plan.to_on,
    plan.is_packaged ? '' : NO,
    YES,
    plan.reference_code,
    plan.is_packaged ? '' : toPesos(base),
    speedOf(plan.download_speed),
    speedOf(plan.upload_speed),
    '',
  ]
}

export const T13_COLUMNS = [
  'ANNO',
  'TRIMESTRE',
  'ID_MUNICIPIO',
  'ID_SEGMENTO',
  'ID_SERVICIO_PAQUETE',
  'VELOCIDAD_EFECTIVA_DOWNSTREAM',
  'VELOCIDAD_EFECTIVA_UPSTREAM',
  'ID_TECNOLOGIA_ACCESO',
  'ID_ESTADO',
  'CANTIDAD_LINEAS_ACCESOS',
  'VALOR_FACTURADO_O_COBRADO',
  'OTROS_VALORES_FACTURADOS',
] as const

/** The lines in service at the end of a quarter, of one plan in one place and state. */
export type Lines = Place & {
  plan: string
  download_speed: string
  upload_speed: string
  is_packaged: boolean
  state: string
  count: number
}
/** A plan at the end of a period. Two plans may have one name. */
export type NamedPlan = { name: string; download_speed: string; upload_speed: string; is_packaged: boolean }
/** What was billed in a quarter, less the notes, without VAT. */
export type BilledPlace = Place & { plan: string; fee: Money; other: Money }

const INTERNET = 'INTERNET FIJO'
const PACKAGE = 'INTERNET FIJO EN PAQUETE'
const placeKey = (of: Place & { plan: string }): string =>
  [of.municipality_code, of.segment, of.stratum, of.plan].join('\n')

/**
 * The rows of T.1.3. What was billed of a place and plan is on its first row, so the sum of the rows is the sum billed; without lines
 * left it is on a row of its own, with the speeds and the sale of the plan of that name when all of that name have the same.
 */
export function t13Rows(
  lines: readonly Lines[],
  billed: readonly BilledPlace[],
  plans: readonly NamedPlan[],
  { year, number }: Block,
): { cells: ReportCell[]; fee: Money; other: Money }[] {
  const amounts = new Map(billed.map((one) => [placeKey(one), one]))
  const rowOf = (one: Omit<Lines, 'is_packaged'> & { is_packaged: boolean | null }) => {
    const key = placeKey(one)
    const { fee, other } = amounts.get(key) ?? { fee: ZERO, other: ZERO }
    amounts.delete(key)
    const cells: ReportCell[] = [
      year,
      number,
      one.municipality_code,
      segmentOf(one),
      one.is_packaged === null ? '' : one.is_packaged ? PACKAGE : INTERNET,
      speedOf(one.download_speed),
      speedOf(one.upload_speed),
      '',
      one.state,
      one.count,
      toPesos(fee),
      toPesos(other),
    ]
    return { cells, fee, other }
  }
  const withLines = lines.map(rowOf)
  const rest = [...amounts.values()].filter(({ fee, other }) => fee !== 0 || other !== 0)
  return [
    ...withLines,
    ...rest.map((one) => rowOf({ ...one, ...saleNamed(one.plan, plans), state: 'RETIRADO', count: 0 })),
  ]
}

/** What all plans of a name have in common; nothing that differs among them. */
function saleNamed(
  name: string,
  plans: readonly NamedPlan[],
): Pick<NamedPlan, 'download_speed' | 'upload_speed'> & { is_packaged: boolean | null } {
  const [first, ...others] = plans.filter((plan) => plan.name === name)
  const hasOne = (key: 'download_speed' | 'upload_speed' | 'is_packaged') =>
    others.every((plan) => plan[key] === first?.[key])
  const isOneSpeed = hasOne('download_speed') && hasOne('upload_speed')
  return {
    download_speed: isOneSpeed ? (first?.download_speed ?? '') : '',
    upload_speed: isOneSpeed ? (first?.upload_speed ?? '') : '',
    is_packaged: hasOne('is_packaged') ? (first?.is_packaged ?? null) : null,
  }
}
