import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import {
  belowMinimum,
  firstOf,
  invalid,
  merchantOf,
  NOT_FOUND,
  type Reply,
  type SimulatedMerchant,
  textUpTo,
} from './rules.ts'

/** The address of a shop. The simulator's: http to this machine, for the demo. */
const Address = z.url().check(z.regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/)/))

/** The fields of the documentation and no others: which limits the provider has for the texts is not known. */
const LinkBody = z.strictObject({
  name: textUpTo(200),
  description: textUpTo(500),
  single_use: z.boolean(),
  collect_shipping: z.boolean(),
  currency: z.literal('COP'),
  amount_in_cents: z.optional(z.nullable(z.int().check(z.gte(1)))),
  expires_at: z.optional(z.nullable(z.iso.datetime())),
  redirect_url: z.optional(z.nullable(Address)),
  image_url: z.optional(z.nullable(Address)),
  sku: z.optional(z.nullable(textUpTo(36))),
  customer_data: z.optional(
    z.nullable(
      z.strictObject({
        customer_references: z.array(z.strictObject({ label: textUpTo(24), is_required: z.boolean() })),
      }),
    ),
  ),
})

export type StoredLink = z.output<typeof LinkBody> & { id: string; merchant: SimulatedMerchant; created_at: string }
export type Links = Map<string, StoredLink>

type LinkState = { merchants: readonly SimulatedMerchant[]; links: Links }

/** Creates a payment link. As a transaction, the body is checked before the key; only the private key may create one. */
export function createLink({ merchants, links }: LinkState, header: string | undefined, raw: unknown): Reply {
  const parsed = z.safeParse(LinkBody, raw)
  if (!parsed.success) return invalid(firstOf(parsed.error.issues))
  const authorized = merchantOf(merchants, header, ['private'])
  if ('reply' in authorized) return authorized.reply
  const { amount_in_cents, expires_at } = parsed.data
  if (expires_at && Date.parse(expires_at) <= Date.now())
    return invalid({ expires_at: ['La fecha límite ya pasó (texto del simulador)'] })
  const refused = amount_in_cents ? belowMinimum(amount_in_cents) : null
  if (refused) return refused
  const id = `test_${randomBytes(6).toString('base64url').replaceAll(/\W/g, 'x')}`
  const link = { ...parsed.data, id, merchant: authorized.merchant, created_at: new Date().toISOString() }
  links.set(id, link)
  return { status: 201, body: { data: linkView(link), meta: {} } }
}

/** A payment link of the merchant of the key. */
export function linkReply({ merchants, links }: LinkState, header: string | undefined, id: string): Reply {
  const authorized = merchantOf(merchants, header, ['private'])
  if ('reply' in authorized) return authorized.reply
  const link = links.get(id)
  return link?.merchant === authorized.merchant ? { status: 200, body: { data: linkView(link), meta: {} } } : NOT_FOUND
}

const linkView = ({ merchant, ...link }: StoredLink) => ({
  ...link,
  active: true,
  merchant_public_key: merchant.public_key,
})
