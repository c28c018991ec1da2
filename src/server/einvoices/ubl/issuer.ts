import { dayOf } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { dueOnWhenSent, type FrozenDocument } from '#domain/einvoices/document.ts'
import { issuedTime } from '#domain/einvoices/document-text.ts'
import { ublCodeText, ublOf } from '#domain/einvoices/ubl.ts'
import { amountProblems, ublAmountsOf } from '#domain/einvoices/ubl-amounts.ts'
import type { World } from '#server/core/context.ts'
import { documentCode } from '../document-code.ts'
import { storeXml } from '../files.ts'
import type { Issuer, SendOutcome } from '../issuer.ts'
import { inQueue } from '../lease.ts'
import { readHeader } from './header.ts'
import { takeNumber } from './numbers.ts'
import { xmlOf } from './xml.ts'

type Settings = { environment: Environment; pin: string }

/**
 * 'Archivo UBL': each document is a file of UBL 2.1 with a number of the company's own range and the CUFE or CUDE that Enlace computes. It
 * is dated when it is written, because the DIAN wants the day of the signature; written again, it has the same number and a new code.
 */
export const ublFileIssuer = (world: World, companyId: string, settings: Settings): Issuer => ({
  environment: settings.environment,
  account: null,
  isOn: async (tx) => {
    const issuer = tx
      .selectFrom('file_issuers as f')
      .innerJoin('companies as k', 'k.id', 'f.company_id')
      .select('f.company_id')
      .where('f.is_on', '=', true)
      .where('f.environment', '=', settings.environment)
      .where('k.status', '=', 'active')
    return (await issuer.executeTakeFirst()) !== undefined
  },
  send: (document) => writeFile(world, companyId, settings, document),
})

async function writeFile(
  world: World,
  companyId: string,
  { environment, pin }: Settings,
  frozen: FrozenDocument,
): Promise<SendOutcome> {
  const wrong = amountProblems(ublAmountsOf(frozen))
  if (wrong.length > 0) return refusal('payment_details', wrong.join('. '))
  const now = world.clock()
  // Midnight may come between the freezing and the writing.
  const document = { ...frozen, due_on: frozen.due_on === null ? null : dueOnWhenSent(frozen.due_on, dayOf(now)) }
  const read = await refusedOr(() =>
    inQueue(world, companyId, async (tx) => {
      const taken = await takeNumber(tx, document, environment)
      if (taken === null) return null
      return readHeader(world, tx, document, {
        ...taken,
        environment,
        issued_date: dayOf(now),
        issued_time: issuedTime(now),
      })
    }),
  )
  if (read instanceof Refusal) return outcomeOf(read)
  if (read === null) return refusal('numbering_range', 'El rango de numeración se acabó o no está en uso')
  const { header, technical_key } = read
  const code = documentCode(ublCodeText(document, header, { technical_key, pin }))
  const file = await storeXml(world, companyId, xmlOf(ublOf(document, header, code)))
  return { kind: 'handed', number: header.number, code, issued_on: header.issued_date, generated_at: now, file }
}

/** What a work returns, or its refusal. */
async function refusedOr<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Without what is of the company nothing is sent until a person completes it; what is of the client is of one document. */
function outcomeOf({ errors, message }: Refusal): SendOutcome {
  const field = errors?.[0]?.field ?? 'issuer'
  return field === 'issuer' ? { kind: 'incomplete', message } : refusal(field, message)
}

const refusal = (field: string, message: string): SendOutcome => ({
  kind: 'rejected',
  reasons: [{ field, message }],
  mayBeThere: false,
})
