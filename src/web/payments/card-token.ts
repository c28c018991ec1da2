import * as z from 'zod/mini'
import type { Card } from '#domain/payments/card.ts'
import type { Acceptance } from '#domain/payments/online.ts'
import { type Failure, failureOf } from '#web/core/failure.ts'
import { postOutside } from '#web/core/post-outside.ts'

const REFUSED = 'Wompi no aceptó los datos de la tarjeta: revísalos, o paga con otro medio. No se hizo ningún cobro.'
const UNREADABLE = 'Wompi no responde en este momento. No se hizo ningún cobro: intenta en unos minutos.'
const FIELD_COPY: Readonly<Record<string, { field: string; message: string }>> = {
  number: { field: 'card.number', message: 'Revisa el número de la tarjeta: un dígito no coincide' },
  cvc: { field: 'card.cvc', message: 'Revisa el código de seguridad' },
  exp_month: { field: 'card.expiry', message: 'Revisa el mes y el año en que vence' },
  exp_year: { field: 'card.expiry', message: 'Revisa el mes y el año en que vence' },
  card_holder: { field: 'card.holder', message: 'Escribe el nombre como está en la tarjeta' },
}

const Created = z.object({ data: z.object({ id: z.string() }) })
const Refused = z.object({ error: z.object({ messages: z.record(z.string(), z.unknown()) }) })

/**
 * Sends the data of a card to the provider, and to it alone, and returns the token that pays with it. Throws a Failure with the field to
 * correct, or a sentence.
 */
export async function cardToken({ number, holder, expiry, cvc }: Card, { cards }: Acceptance): Promise<string> {
  const body = { number, cvc, exp_month: expiry.slice(0, 2), exp_year: expiry.slice(3), card_holder: holder }
  const { status, json } = await postOutside(cards.url, { token: cards.public_key, body })
  const created = z.safeParse(Created, json)
  if (status === 201 && created.success) return created.data.data.id
  throw refusalOf(status, json)
}

function refusalOf(status: number, json: unknown): Failure {
  const refused = z.safeParse(Refused, json)
  if (status !== 422 || !refused.success) return failureOf({ status: 0, code: 'UNREADABLE', message: UNREADABLE })
  const errors = Object.keys(refused.data.error.messages).flatMap((name) => FIELD_COPY[name] ?? [])
  return failureOf({ status, code: 'INVALID', message: REFUSED, errors })
}
