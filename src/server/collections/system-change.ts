import { dayOf } from '#domain/core/days.ts'
import type { ServiceCtx } from '#server/contracts/contract-change.ts'
import type { Tx } from '#server/core/tx.ts'

/** The context of a change of a contract that Enlace makes by itself, in an open transaction. */
export const systemCtx = (tx: Tx, now: Date): ServiceCtx => ({
  tx: (work) => work(tx),
  today: dayOf(now),
  actor: { role: 'financial', userId: '', name: 'Enlace' },
})
