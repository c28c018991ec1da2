import type { Brand } from '#domain/core/brand.ts'
import { listLabel } from '#domain/core/text.ts'
import { type Email, firstNameOf, renderEmail } from './mail.ts'

/** An outage: since when, why, when the service may be back, and what is given back for it. */
export function outageEmail(content: {
  companyName: string
  brand: Brand
  clientName: string
  /** The municipalities of the client that have the outage. */
  cities: readonly string[]
  /** A device of the client has it; its name is not for clients. */
  hasDevice: boolean
  cause: string
  /** '5 de diciembre de 2026, 8:30 a. m.'. */
  since: string
  expected: string | null
  ended: string | null
  /** '2,5': the hours of a month from which the law compensates. */
  hours: string
  url: string
}): Email {
  const { companyName, clientName, cities, hasDevice, cause, since, expected, ended, hours } = content
  const where = listLabel([
    ...cities.map((city) => `en ${city}`),
    ...(hasDevice ? ['en el equipo que te conecta'] : []),
  ])
  const when =
    ended !== null
      ? `El servicio ya volvió: ${ended}.`
      : expected !== null
        ? `Esperamos que vuelva el ${expected}.`
        : 'Trabajamos para que vuelva lo antes posible.'
  return renderEmail(
    companyName,
    cities.length === 0 ? 'Falla de tu servicio' : `Falla del servicio en ${listLabel(cities)}`,
    [
      {
        kind: 'text',
        text: `Hola, ${firstNameOf(clientName)}. Hay una falla del servicio ${where} desde el ${since}: ${cause}.`,
      },
      { kind: 'text', text: when },
      {
        kind: 'text',
        text: `Si en el mes suman más de ${hours} horas sin servicio, la compensación llega sola en tu próxima factura: no tienes que pedirla.`,
      },
      { kind: 'link', text: 'Ver la falla', url: content.url },
    ],
    content.brand,
  )
}
