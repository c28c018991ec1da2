import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { Brand } from '#domain/core/brand.ts'
import { text } from '#domain/core/text.ts'

/** What the own address of a company shows before the login: nothing that is not on its invoices. */
export const CompanySite = z.object({
  name: z.string(),
  city: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  whatsapp_url: z.nullable(z.string()),
  logo_url: z.nullable(z.string()),
  /** The prefix of its contracts, which its address ends with. */
  initial_letter: z.string(),
  brand: Brand,
})
export type CompanySite = z.output<typeof CompanySite>

/** The prefix in an address, in any case: '/e/af'. */
export const isSitePrefix = (typed: string): boolean => /^[A-Za-z]{1,4}$/.test(typed)

export const companySiteApi = api({
  get: {
    method: 'GET',
    path: '/public/company/:prefix',
    summary: 'El nombre, el logo y el color de la empresa de una dirección, para la página donde se entra',
    roles: 'public',
    duringMaintenance: true,
    params: z.object({ prefix: text(40) }),
    reply: z.object({ data: CompanySite }),
  },
})
