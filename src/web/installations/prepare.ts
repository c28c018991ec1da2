import { contractApi } from '#domain/contracts/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { call } from '#web/core/call.ts'
import { isFailure } from '#web/core/failure.ts'
import { keepCode } from './keep-code.ts'
import { fetchVisit } from './use-visit.ts'

/** The maximum of contracts that are prepared at once, and the contracts that are looked through for them. */
const PREPARED_MAX = 30
const LISTED_MAX = 100

/**
 * Keeps on this device what the visits until today need: the contracts with their clients, and the code of the screens. Returns how
 * many contracts. Throws a `Failure` when the list cannot be read.
 */
export async function prepareDay(
  owner: string,
  now: Date,
  onProgress: (done: number, of: number) => void,
): Promise<number> {
  await keepCode()
  const { data } = await call(contractApi.list, {
    query: { page: 1, page_size: LISTED_MAX, status: 'awaiting_installation' },
  })
  const today = dayOf(now)
  const due = data
    .toSorted((a, b) => (a.scheduled_on ?? '9').localeCompare(b.scheduled_on ?? '9'))
    .filter(({ scheduled_on }) => scheduled_on === null || scheduled_on <= today)
    .slice(0, PREPARED_MAX)
  let kept = 0
  for (const [index, { no_contract }] of due.entries()) {
    onProgress(index + 1, due.length)
    try {
      await fetchVisit(owner, no_contract, '')
      kept += 1
    } catch (error) {
      if (!isFailure(error) || error.status === 0 || error.status === 401) throw error
    }
  }
  return kept
}
