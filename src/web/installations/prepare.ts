import { contractApi } from '#domain/contracts/api.ts'
import { addDays, type Day, dayOf } from '#domain/core/days.ts'
import { visitApi } from '#domain/visits/api.ts'
import { isOpenVisit, type Visit } from '#domain/visits/visit.ts'
import { call } from '#web/core/call.ts'
import { isFailure } from '#web/core/failure.ts'
import { keepCode } from './keep-code.ts'
import { fetchVisit } from './use-visit.ts'

/** The maximum of contracts that are prepared at once, and the visits or contracts that are looked through for them. */
const PREPARED_MAX = 30
const LISTED_MAX = 100

/** The device of a user: the owner of what it keeps, and the id of the user, whose visits are prepared. */
type Technician = { readonly owner: string; readonly userId: string }

/**
 * Keeps on this device what the visits until today need: the contracts with their clients, and the code of the screens. Returns how
 * many contracts. Throws a `Failure` when a list cannot be read.
 */
export async function prepareDay(
  { owner, userId }: Technician,
  now: Date,
  onProgress: (done: number, of: number) => void,
): Promise<number> {
  await keepCode()
  const contracts = await contractsToPrepare(userId, dayOf(now))
  let kept = 0
  for (const [index, no] of contracts.entries()) {
    onProgress(index + 1, contracts.length)
    try {
      await fetchVisit(owner, no, '')
      kept += 1
    } catch (error) {
      if (!isFailure(error) || error.status === 0 || error.status === 401) throw error
    }
  }
  return kept
}

/** '1 contrato listo sin conexión'. */
export const preparedLabel = (count: number): string =>
  count === 1 ? '1 contrato listo sin conexión' : `${count} contratos listos sin conexión`

/**
 * The numbers of the contracts to prepare: those of the open visits of Tu día first, of any kind, today's before the late ones; then
 * the installations of every technician until today and those without a day.
 */
async function contractsToPrepare(userId: string, today: Day): Promise<string[]> {
  const visits = { technician_id: userId, page: 1, page_size: LISTED_MAX }
  const late = { ...visits, to: addDays(today, -1) }
  const [ofToday, planned, moved, installations] = await Promise.all([
    call(visitApi.list, { query: { ...visits, from: today, to: today } }),
    call(visitApi.list, { query: { ...late, state: 'planned' } }),
    call(visitApi.list, { query: { ...late, state: 'moved' } }),
    call(contractApi.list, { query: { page: 1, page_size: LISTED_MAX, status: 'awaiting_installation' } }),
  ])
  const open = [...ofToday.data, ...planned.data, ...moved.data].filter(({ state }: Visit) => isOpenVisit(state))
  const due = installations.data
    .toSorted((a, b) => (a.scheduled_on ?? '9').localeCompare(b.scheduled_on ?? '9'))
    .filter(({ scheduled_on }) => scheduled_on === null || scheduled_on <= today)
  return [...new Set([...open, ...due].map(({ no_contract }) => no_contract))].slice(0, PREPARED_MAX)
}
