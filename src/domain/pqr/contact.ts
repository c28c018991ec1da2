import { type Day, dayLabel } from '#domain/core/days.ts'

/** How a person without the portal reaches the company; null for what it does not have. */
type Contact = { email: string | null; phone: string | null; address: string | null }

/**
 * 'responde este correo, escribe a info@red.co, llama al 6012345678 o ve a Calle 1 # 2-3, Cali'. `first`: a way that only this person has.
 * Null for a company without any.
 */
function waysLabel({ email, phone, address }: Contact, first: string | null): string | null {
  const ways = [
    ...(first === null ? [] : [first]),
    ...(email === null ? [] : [`escribe a ${email}`]),
    ...(phone === null ? [] : [`llama al ${phone}`]),
    ...(address === null ? [] : [`ve a ${address}`]),
  ]
  const last = ways.at(-1)
  if (last === undefined) return null
  return ways.length === 1 ? last : `${ways.slice(0, -1).join(', ')} o ${last}`
}

type Case = { reference: string; contact: Contact; first?: string | null }

/** How a person without the portal appeals (R3.7): any way that the company has, within the term. `isToSic`: whether its subject allows that the SIC decides. */
export function appealWays(
  until: Day,
  { reference, contact, first = null, isToSic }: Case & { isToSic: boolean },
): string {
  const ways = waysLabel(contact, first)
  const how = ways === null ? '' : ` ${capital(ways)}.`
  const what = isToSic
    ? `un recurso contra la PQR ${reference}, por qué no estás de acuerdo, y si pides reposición, o reposición y en subsidio apelación ante la SIC`
    : `un recurso de reposición contra la PQR ${reference}, y por qué no estás de acuerdo`
  return `Si no estás de acuerdo, puedes interponer un recurso hasta el ${dayLabel(until)}.${how} Di que es ${what}. Es gratis y no necesitas abogado.`
}

/** How such a person sends the data that the company asked for. */
export function dataWays({ reference, contact, first = null }: Case): string | null {
  const ways = waysLabel(contact, first)
  return ways === null ? null : `Para enviarlos, ${ways}, con el número ${reference}.`
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
