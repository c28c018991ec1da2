import * as fc from 'fast-check'
import { kind, part, pick } from './step-parts.ts'

export const writeOff = fc.record({
  kind: kind('writeOff'),
  invoice: pick,
  days: fc.constantFrom(0, 0, 0, 0, -1, -5, 1),
})

export const undo = fc.record({ kind: kind('undo'), writeOff: pick })

export const recover = fc.record({
  kind: kind('recover'),
  invoice: pick,
  how: pick,
  part,
  method: pick,
  days: fc.constantFrom(0, 0, 0, -3, 1),
})

/** A client without a contract, with old debts of another system: what can be written off from the first day on. */
export const badDebt = fc.record({
  kind: kind('opening'),
  client: fc.constant(1),
  documents: fc.array(
    fc.record({ balance: fc.integer({ min: 101, max: 9_000_000 }), due: fc.constant(-60), term: fc.constant(15) }),
    { minLength: 3, maxLength: 3 },
  ),
})
