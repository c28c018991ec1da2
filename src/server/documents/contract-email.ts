import type { Brand } from '#domain/core/brand.ts'
import { type Email, firstNameOf, renderEmail } from './mail.ts'

/** What an email about a change of a contract says, below the greeting. */
export type ContractWords = {
  subject: string
  /** The first sentence, after 'Hola, Yenny.'. */
  text: string
  /** '$ 95.200,00 al mes'; null for a change without a new price. */
  price: string | null
  sentences: readonly string[]
}

/** A change of a contract: what changes, from which day, at which price, and what to do when the client did not ask for it. */
export function contractEmail(
  content: ContractWords & {
    companyName: string
    brand: Brand
    clientName: string
    /** The telephone and the email of the company. */
    contacts: readonly string[]
    /** Null when the recipient does not see the contract in the portal. */
    url: string | null
  },
): Email {
  const { companyName, contacts } = content
  const how = contacts.length === 0 ? '' : ` (${contacts.join(', ')})`
  return renderEmail(
    companyName,
    content.subject,
    [
      { kind: 'text', text: `Hola, ${firstNameOf(content.clientName)}. ${content.text}` },
      ...(content.price === null ? [] : [{ kind: 'amount' as const, text: content.price }]),
      ...content.sentences.map((text) => ({ kind: 'text' as const, text })),
      ...(content.url === null ? [] : [{ kind: 'link' as const, text: 'Ver el contrato', url: content.url }]),
      {
        kind: 'text',
        text: `Si no lo pediste, comunícate ya con ${companyName}${how}: nadie puede cambiar tu contrato sin tu aceptación.`,
      },
    ],
    content.brand,
  )
}
