import { storable } from '#domain/core/storable.ts'
import { descriptionOf } from '#domain/payments/online.ts'
import { SLIP_METHOD } from '#domain/payments/slip.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Method, NewTransaction, WompiFailure } from '#server/providers/wompi/client.ts'
import type { Merchant } from '#server/providers/wompi/shapes.ts'
import { type Attempt, listAttemptInvoices } from './attempt-queries.ts'

/** The payment of an attempt, as the provider gets it. `redirect_url`: the screen that shows the attempt. */
export async function requestOf(
  tx: Tx,
  attempt: Attempt,
  merchant: Merchant,
  redirect_url: string,
): Promise<NewTransaction> {
  const numbers = (await listAttemptInvoices(tx, attempt.id)).map((invoice) => invoice.number)
  const { payer } = attempt
  return {
    reference: attempt.reference,
    amount_in_cents: attempt.amount,
    customer_email: payer.email,
    customer_data: {
      full_name: payer.full_name,
      phone_number: `57${payer.phone_number}`,
      ...(attempt.method === 'pse'
        ? { legal_id: String(payer.method['user_legal_id']), legal_id_type: String(payer.method['user_legal_id_type']) }
        : {}),
    },
    payment_method: methodOf(attempt, numbers, redirect_url),
    acceptance_token: merchant.presigned_acceptance.acceptance_token,
    accept_personal_auth: merchant.presigned_personal_data_auth.acceptance_token,
    redirect_url,
    ...(attempt.expires_at && { expiration_time: attempt.expires_at.toISOString() }),
  }
}

function methodOf({ method, payer }: Attempt, numbers: readonly string[], returnUrl: string): Method {
  if (method === 'nequi') return { type: 'NEQUI', phone_number: String(payer.method['phone_number']) }
  if (method === SLIP_METHOD) return { type: 'BANCOLOMBIA_COLLECT' }
  if (method === 'bancolombia_transfer') {
    return {
      type: 'BANCOLOMBIA_TRANSFER',
      user_type: 'PERSON',
      payment_description: descriptionOf(numbers),
      ecommerce_url: returnUrl,
    }
  }
  if (method === 'card')
    return {
      type: 'CARD',
      token: String(payer.method['token']),
      installments: Number(payer.method['installments']),
    }
  return {
    type: 'PSE',
    user_type: payer.method['user_type'] === 1 ? 1 : 0,
    user_legal_id_type: payer.method['user_legal_id_type'] === 'NIT' ? 'NIT' : 'CC',
    user_legal_id: String(payer.method['user_legal_id']),
    financial_institution_code: String(payer.method['financial_institution_code']),
    payment_description: descriptionOf(numbers),
  }
}

/** The provider's reason. Its message for refused keys is not kept, because it contains the key. */
export function failureMessage({ kind, problems }: WompiFailure): string | null {
  if (kind === 'credentials') return 'Wompi no aceptó las llaves de la empresa'
  if (kind === 'unsent') return 'Wompi no estaba respondiendo: no se alcanzó a enviar'
  const message = problems.map((problem) => problem.message).join('; ')
  return message === '' ? null : storable(message, 300)
}
