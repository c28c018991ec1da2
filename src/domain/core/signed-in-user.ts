import * as z from 'zod/mini'
import { Brand } from './brand.ts'
import { RoleName } from './roles.ts'

/** The profile of an admin or superadmin in the shell (SHL-08). */
const CompanyProfile = z.object({
  legal_representative: z.string(),
  logo_url: z.nullable(z.string()),
  is_wompi_integration: z.boolean(),
  is_factus_integration: z.boolean(),
})

/** The profile of a user with another role. */
const PersonProfile = z.object({ first_name: z.string(), last_name: z.string(), avatar_url: z.nullable(z.string()) })

/** The signed-in user, with only the fields that the shell shows: no document, phone, address or provider data (docs/decisions/0005). */
export const SignedInUser = z.object({
  metadata: z.object({
    role: RoleName,
    /** Absent in a session that an earlier version stored in the browser. */
    user_id: z.optional(z.uuid()),
    is_first_login: z.boolean(),
    tour_seen: z.boolean(),
    /** Whether the first login requires a new password. False when the user already created one with a code. */
    needs_new_password: z.optional(z.boolean()),
    /** Whether a login and a sensitive action require a code besides the password. */
    has_two_factor: z.optional(z.boolean()),
    /** Whether the user must set up the second factor before anything else. */
    needs_two_factor: z.optional(z.boolean()),
  }),
  profile: z.union([CompanyProfile, PersonProfile]),
  company: z.object({
    name: z.string(),
    nit: z.string(),
    logo_url: z.nullable(z.string()),
    initial_letter: z.string(),
    brand: Brand,
  }),
})
export type SignedInUser = z.output<typeof SignedInUser>

/** 'Laura Pinzón'; the legal representative for admin and superadmin (SHL-08). */
export const displayName = (user: SignedInUser): string =>
  'legal_representative' in user.profile
    ? user.profile.legal_representative
    : `${user.profile.first_name} ${user.profile.last_name}`

/** The initials of first and last name; of the legal representative for admin and superadmin. */
export function initials(user: SignedInUser): string {
  const words =
    'legal_representative' in user.profile
      ? user.profile.legal_representative.split(/\s+/)
      : [user.profile.first_name, user.profile.last_name]
  const [first = '', ...rest] = words.filter((word) => word !== '')
  return `${first.slice(0, 1)}${(rest.at(-1) ?? '').slice(0, 1)}`.toLocaleUpperCase('es-CO')
}

/** logo_url for admin and superadmin, avatar_url for the others. */
export const avatarUrl = (user: SignedInUser): string | null =>
  'legal_representative' in user.profile ? user.profile.logo_url : user.profile.avatar_url

/** Whether both integrations are on: the condition for /users and its menu entry (RTE-08, SHL-05). */
export const hasBothIntegrations = (user: SignedInUser): boolean =>
  'legal_representative' in user.profile && user.profile.is_wompi_integration && user.profile.is_factus_integration
