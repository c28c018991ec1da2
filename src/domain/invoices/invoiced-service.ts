import * as z from 'zod/mini'
import { type Money, Pesos, pesosLabel } from '#domain/core/money.ts'

/** The facts of the service on the day on which an invoice was issued, which the invoice keeps (R2.2). */
export const InvoicedService = z.object({
  /** Of the service, not of the client. */
  address: z.string(),
  city: z.string(),
  /** '100 Mbps'. */
  download_speed: z.string(),
  upload_speed: z.string(),
  /** What a reconnection after a suspension for non-payment costs, with its VAT (R2.5). */
  reconnection: Pesos,
  /** The months in which a paid invoice can be claimed (R2.15); null when no rule of the day said it. */
  claim_months: z.nullable(z.number()),
})
export type InvoicedService = z.output<typeof InvoicedService>

/** The facts that the link of an invoice shows: without the address of the service. */
export const PublicService = z.omit(InvoicedService, { address: true, city: true })
export type PublicService = z.output<typeof PublicService>

/** '100 Mbps de descarga y 20 Mbps de subida'. */
export const speedLabel = ({ download_speed, upload_speed }: PublicService): string =>
  `${download_speed} de descarga y ${upload_speed} de subida`

export const reconnectionLabel = (price: Money): string =>
  price === 0 ? 'Sin costo' : `${pesosLabel(price)} con impuestos`

/** The speed and the price of a reconnection, for the pages of an invoice. */
export const serviceFacts = (service: PublicService): { label: string; value: string }[] => [
  { label: 'Velocidad contratada', value: speedLabel(service) },
  { label: 'Reconexión por mora', value: reconnectionLabel(service.reconnection) },
]
