import { minutesFor } from '#domain/einvoices/electronic.ts'
import { CALLS_PER_MINUTE } from '#server/einvoices/factus/issuer.ts'
import { sendDocuments } from './documents.ts'

/** Half an hour at the pace of the provider. */
const DOCUMENTS = 2_400
const ERROR_MAX = 0.05

/**
 * The documents of one company at the real pace of the provider. `ratio`: the largest error of the expected time that is accepted, over
 * the one that was measured; 0 when a document was lost or sent twice.
 */
export async function documentsPace() {
  const expected_s = minutesFor(DOCUMENTS, CALLS_PER_MINUTE) * 60
  const { seconds, lost, twice } = await sendDocuments({
    companies: 1,
    documents: DOCUMENTS,
    kills: [],
    isHurried: false,
    perMinute: CALLS_PER_MINUTE,
  })
  const error = Math.abs(seconds - expected_s) / expected_s
  return {
    bench: 'documents-pace',
    ratio: lost + twice > 0 ? 0 : Number((ERROR_MAX / Math.max(error, 0.001)).toFixed(2)),
    target: 1,
    documents: DOCUMENTS,
    expected_s,
    seconds,
    error: Number(error.toFixed(4)),
    lost,
    twice,
  }
}
