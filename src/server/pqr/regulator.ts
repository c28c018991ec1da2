import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { CUN_NUMBER_MAX, cunLabel } from '#domain/pqr/cun.ts'
import { type Codes, codeKey, type FactCount, infoRows, quarterDays, regulatorSheets } from '#domain/pqr/regulator.ts'
import {
  type CunRange,
  pqrRegulatorApi,
  type RegulatorCode,
  type RegulatorFormat,
  type Sheet,
} from '#domain/pqr/regulator-api.ts'
import { PQR_CHANNEL_LABELS, PQR_SERVICE_LABELS, TYPOLOGY_LABELS } from '#domain/pqr/topics.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { writeCsv } from '#server/files/csv.ts'
import { writeWorkbook } from '#server/files/xlsx.ts'
import { beginSeries, lockNumbers, openSeries, readLast } from '#server/ledger/numbers.ts'
import { refusingTaken } from './cun.ts'
import { factsOf } from './facts.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const pqrRegulator = implement(pqrRegulatorApi, {
  format: (ctx, { params, query }) =>
    ctx.tx(async (tx) => ({ data: await readFormat(tx, formatOf(params.format), query) })),

  formatFile: async (ctx, { params, query }) => {
    const format = formatOf(params.format)
    const { sheets } = await ctx.tx((tx) => readFormat(tx, format, query))
    const name = `${format}-${query.year}-T${query.quarter}`
    if (query.format === 'xlsx') {
      const bytes = await writeWorkbook([
        { name: 'INFO', rows: infoRows(format) },
        ...sheets.map((sheet) => ({ name: sheet.name, rows: tableOf(sheet) })),
      ])
      return { file: { name: `${name}.xlsx`, type: XLSX, bytes } }
    }
    const sheet = query.sheet === undefined ? sheets[0] : sheets.find((one) => one.name === query.sheet)
    if (!sheet) throw refuseField('invalid', 'sheet', `${format} no tiene esa hoja`)
    return {
      file: { name: `${name}-${sheet.name}.csv`, type: 'text/csv; charset=utf-8', bytes: writeCsv(tableOf(sheet)) },
    }
  },

  ranges: (ctx) => ctx.tx(async (tx) => ({ data: await listRanges(tx) })),

  saveRange: (ctx, { body: { range } }) =>
    ctx.tx(async (tx) => {
      const { year, operator_code, first, last = null } = range
      if (last !== null && last < first)
        throw refuseField('invalid', 'range.last', 'El último número no puede ser menor que el primero')
      const prefix = prefixOf(operator_code, year)
      const [stored] = (await listRanges(tx)).filter((one) => one.year === year)
      const locked = new Set([prefix, ...(stored ? [prefixOf(stored.operator_code, year)] : [])])
      // In order, and before the numbers are read: a case that is being filed may be taking the first one.
      for (const one of [...locked].toSorted()) await lockNumbers(tx, 'pqr', one)
      const [before] = (await listRanges(tx)).filter((one) => one.year === year)
      const isOther = before !== undefined && (before.operator_code !== operator_code || before.first !== first)
      if (isOther && (await hasGivenNumber(tx, digitsOf(prefixOf(before.operator_code, year)))))
        throw refuseField(
          'refused',
          'range.first',
          `De ese rango ya se usaron números hasta el ${before.used}: solo puedes ampliar el final`,
        )
      const digits = digitsOf(prefix)
      await assertNoneTyped(tx, digits, { first, last })
      // A range without a given number begins again at its first one, also before or after where a wrong one began.
      const series = (await hasGivenNumber(tx, digits))
        ? await openSeries(tx, 'pqr', prefix, { first, end: last })
        : await beginSeries(tx, 'pqr', prefix, { first, end: last })
      if (series === null)
        throw new Refusal('conflict', 'Ese rango no sigue al que ya se usó: revisa el primer número y el último')
      const numbers = { operator_code, first_number: first, last_number: last }
      const write = tx
        .insertInto('pqr_ranges')
        .values({ year, ...numbers })
        .onConflict((on) => on.columns(['company_id', 'year']).doUpdateSet(numbers))
        .execute()
      await refusingTaken(write, CODE_TAKEN())
      await tx.record('pqr.range_saved', { entity_id: ctx.companyId, after: { year, operator_code, first, last } })
      return { data: await listRanges(tx), message: `Las PQR de ${year} llevan CUN desde ahora` }
    }),

  codes: (ctx) => ctx.tx(async (tx) => ({ data: await listCodes(tx) })),

  saveCode: (ctx, { body: { code } }) =>
    ctx.tx(async (tx) => {
      if (!Object.hasOwn(LABELS[code.list], code.key))
        throw refuseField('not_found', 'code.key', 'Elige un valor de la lista')
      await tx
        .insertInto('pqr_regulator_codes')
        .values(code)
        .onConflict((on) => on.columns(['company_id', 'list', 'key']).doUpdateSet({ code: code.code }))
        .execute()
      await tx.record('pqr.code_saved', { entity_id: ctx.companyId, after: { ...code } })
      return { data: await listCodes(tx), message: 'Guardamos el código' }
    }),
})

const CODE_TAKEN = () =>
  refuseField(
    'duplicate',
    'range.operator_code',
    'Ese código de operador es de otra empresa: revísalo, o pide ayuda a soporte',
  )

/** The parameter of the path was checked by its schema. */
const formatOf = (text: string): RegulatorFormat => (text === 'T.4.2' ? 'T.4.2' : 'T.4.3')

const tableOf = (sheet: Sheet): (string | number)[][] => [sheet.columns, ...sheet.rows]

const LABELS: Readonly<Record<RegulatorCode['list'], Readonly<Record<string, string>>>> = {
  typology: TYPOLOGY_LABELS,
  channel: PQR_CHANNEL_LABELS,
  service: PQR_SERVICE_LABELS,
}

async function readCodes(tx: Tx): Promise<Codes> {
  const rows = await tx.selectFrom('pqr_regulator_codes').select(['list', 'key', 'code']).execute()
  return new Map(rows.map(({ list, key, code }) => [codeKey(list, key), code]))
}

async function listCodes(tx: Tx): Promise<RegulatorCode[]> {
  const codes = await readCodes(tx)
  return (['typology', 'channel', 'service'] as const).flatMap((list) =>
    Object.entries(LABELS[list]).map(([key, label]) => ({
      list,
      key,
      label,
      code: codes.get(codeKey(list, key)) ?? null,
    })),
  )
}

/** The ranges of the company, the last year first, with the last number that was given. */
async function listRanges(tx: Tx): Promise<CunRange[]> {
  const rows = await tx.selectFrom('pqr_ranges').selectAll().orderBy('year', 'desc').execute()
  return Promise.all(
    rows.map(async ({ year, operator_code, first_number, last_number }) => {
      const last = await readLast(tx, 'pqr', prefixOf(operator_code, year))
      return {
        year,
        operator_code,
        first: first_number,
        last: last_number,
        used: last !== null && last >= first_number ? last : 0,
      }
    }),
  )
}

/** The series of the numbers of an operator in a year: '4488-26'. */
const prefixOf = (operatorCode: string, year: number): string =>
  `${operatorCode}-${String(year % 100).padStart(2, '0')}`
const digitsOf = (prefix: string): string => prefix.replace('-', '')

/** Whether a case has a number of the series of a range. Its row must be locked. */
async function hasGivenNumber(tx: Tx, digits: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from pqr_cases where company_id = (select current_company()) and cun like ${`${digits}%`} and reference = cun limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Throws a Refusal when a person typed a CUN of the range: the series would give it again. */
async function assertNoneTyped(
  tx: Tx,
  digits: string,
  { first, last }: Pick<CunRange, 'first' | 'last'>,
): Promise<void> {
  const { rows } = await sql<{ cun: string }>`
    select cun from pqr_cases where company_id = (select current_company()) and cun like ${`${digits}%`} and reference <> cun
      and right(cun, 10)::bigint between ${first}::bigint and ${last ?? CUN_NUMBER_MAX}::bigint
    order by cun desc limit 1`.execute(tx)
  if (rows[0] !== undefined)
    throw refuseField(
      'refused',
      'range.first',
      `El CUN ${cunLabel(rows[0].cun)} ya se escribió a mano en una PQR: empieza después de él, o termina antes`,
    )
}

type Query = { year: string; quarter: string }

async function readFormat(tx: Tx, format: RegulatorFormat, query: Query) {
  const period = { year: Number(query.year), quarter: Number(query.quarter) }
  const { from, to } = quarterDays(period.year, period.quarter)
  return regulatorSheets(format, await countFacts(tx, from, to), await readCodes(tx), period)
}

/** What happened in a quarter, counted by month. */
async function countFacts(tx: Tx, from: Day, to: Day): Promise<FactCount[]> {
  const { rows } = await sql<FactCount>`
    select fact, (extract(month from on_day)::int - 1) % 3 + 1 as month, service, is_packaged, typology, channel, score, count(*)::int as count
    from (${factsOf(from, to)}) facts group by 1, 2, 3, 4, 5, 6, 7`.execute(tx)
  return rows
}
