import type { Brand } from '#domain/core/brand.ts'
import { type Email, firstNameOf, renderEmail } from './mail.ts'

/** A visit that was planned, moved or cancelled: when it is, and why it changed. */
export function visitEmail(content: {
  companyName: string
  brand: Brand
  clientName: string
  /** 'instalación'. */
  kind: string
  change: 'planned' | 'moved' | 'cancelled'
  /** 'El 5 de diciembre de 2026, en la mañana'. */
  when: string
  address: string
  /** The address that the service leaves, of a transfer. */
  fromAddress: string | null
  technician: string | null
  reason: string | null
  url: string
}): Email {
  const { companyName, clientName, kind, change, when, technician, reason } = content
  const { subject, text } = VISIT_WORDS[change]
  return renderEmail(
    companyName,
    `${subject}: ${kind}`,
    [
      { kind: 'text', text: `Hola, ${firstNameOf(clientName)}. ${text}` },
      { kind: 'amount', text: when },
      ...(change === 'cancelled'
        ? []
        : [{ kind: 'text' as const, text: `${placeOf(content)}${technician === null ? '' : `. Va ${technician}`}.` }]),
      ...(reason === null ? [] : [{ kind: 'text' as const, text: `Motivo: ${reason}` }]),
      { kind: 'link', text: 'Ver la visita', url: content.url },
    ],
    content.brand,
  )
}

const placeOf = ({ address, fromAddress }: { address: string; fromAddress: string | null }): string =>
  fromAddress === null ? `En ${address}` : `Retiramos los equipos en ${fromAddress} y los instalamos en ${address}`

const VISIT_WORDS = {
  planned: { subject: 'Tu visita', text: 'Te visitamos en la dirección de tu servicio:' },
  moved: { subject: 'Tu visita cambió', text: 'Cambiamos la visita a tu servicio. Ahora es:' },
  cancelled: { subject: 'Tu visita se canceló', text: 'Cancelamos la visita a tu servicio, que era:' },
} as const
