import { pqrApi } from '#domain/pqr/api.ts'
import { useRead } from '#web/core/queries.ts'

const POLL_MS = 120_000

/** In the menu of the desk: how many cases are late, or expire today or tomorrow. Nothing without any. */
export function UrgentCount() {
  const read = useRead(
    pqrApi.list,
    { query: { state: 'open', colour: 'red', page: 1, page_size: 1 } },
    { pollMs: POLL_MS },
  )
  const count = read.data?.meta.total ?? 0
  if (count === 0) return null
  return (
    <span className="menu-count">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">{count === 1 ? ', 1 urgente' : `, ${count} urgentes`}</span>
    </span>
  )
}
