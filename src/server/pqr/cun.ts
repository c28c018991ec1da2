import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { pqrApi } from '#domain/pqr/api.ts'
import { CUN_NUMBER_MAX, cunLabel, readCun, yearProblem } from '#domain/pqr/cun.ts'
import { canSetCun } from '#domain/pqr/steps.ts'
import { sqlState, type Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { authorOf, changed, lockCase, writeStep } from './change.ts'
import type { StoredCase } from './queries.ts'

/**
 * The CUN of a case that has an internal reference, or the correction of one that a person wrote, with its reason: until the answer, whose
 * document states it.
 */
export const setCun: Verb<typeof pqrApi.setCun> = (ctx, { params, body }) => {
  const { cun, reason } = body
  return ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    assertCorrectable(before, cun, reason)
    const problem = yearProblem(cun, before.filed_on, ctx.today)
    if (problem !== null) throw refuseField('refused', 'cun', problem)
    await assertOwnCode(tx, cun)
    const text =
      before.cun === null
        ? `El CUN de este caso es ${cunLabel(cun)}`
        : `El CUN de este caso es ${cunLabel(cun)}; antes decía ${cunLabel(before.cun)}. Motivo: ${reason ?? ''}`
    const step = writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: { cun },
      entry: { kind: 'cun_set', text },
      event: { name: 'pqr.cun_set', after: { cun: cunLabel(cun), ...(reason === undefined ? {} : { reason }) } },
    })
    await refusingTaken(step, refuseField('duplicate', 'cun', 'Ese CUN es de otra PQR o de otro operador: revísalo'))
    return changed(ctx, tx, before.id, `Guardamos el CUN ${cunLabel(cun)}`)
  })
}

function assertCorrectable(before: StoredCase, cun: string, reason: string | undefined): void {
  if (before.cun === null) return
  if (before.cun === cun) throw new Refusal('conflict', `Esta PQR ya tiene el CUN ${cunLabel(cun)}`)
  if (!canSetCun(before))
    throw new Refusal(
      'conflict',
      before.cun === before.reference
        ? `El CUN ${cunLabel(before.cun)} es del rango de la empresa y no se cambia`
        : `El CUN ${cunLabel(before.cun)} ya está en la respuesta que recibió el usuario y no se cambia`,
    )
  if (reason === undefined) throw refuseField('invalid', 'reason', 'Escribe por qué se corrige')
}

/**
 * Throws a Refusal for a CUN of a range of the company, whose numbers are given in order, and for one of another operator. Those below and
 * above the range were given by the SIC in another way, and are written.
 */
async function assertOwnCode(tx: Tx, cun: string): Promise<void> {
  const parts = readCun(cun)
  if (parts === null) return
  const ranges = await tx
    .selectFrom('pqr_ranges')
    .select(['year', 'operator_code', 'first_number', 'last_number'])
    .execute()
  const number = Number(parts.number)
  if (
    ranges.some(
      (one) =>
        one.operator_code === parts.operator &&
        one.year === 2000 + Number(parts.year) &&
        number >= one.first_number &&
        number <= (one.last_number ?? CUN_NUMBER_MAX),
    )
  )
    throw refuseField('refused', 'cun', 'Los CUN de ese rango los da Enlace en orden: no se escriben a mano')
  const [own] = ranges
  if (own !== undefined && !ranges.some((one) => one.operator_code === parts.operator))
    throw refuseField('refused', 'cun', `Ese CUN es de otro operador: el código de la empresa es ${own.operator_code}`)
}

/**
 * Runs a change of a CUN or of an operator code. The database refuses one that another case or another company has, also when both are
 * written at the same instant (db/migrations/0224_pqr_taken_numbers.sql): then it throws `taken`.
 */
export const refusingTaken = <T>(change: Promise<T>, taken: Refusal): Promise<T> =>
  change.catch((error: unknown) => {
    throw sqlState(error) === '23505' ? taken : error
  })
