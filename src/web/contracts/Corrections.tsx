import { type Correction, plannedSentence } from '#domain/contracts/correction.ts'

/** What a change would give back or charge of the periods already billed. Nothing without corrections. */
export function Corrections({ corrections }: { corrections: readonly Correction[] }) {
  return corrections.map((correction) => (
    <p key={`${correction.period} ${correction.kind}`}>{plannedSentence(correction)}</p>
  ))
}
