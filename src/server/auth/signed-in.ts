import { sql } from 'kysely'
import { brandOf } from '#domain/core/brand.ts'
import { mustHaveTwoFactor } from '#domain/core/roles.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import type { ServerMode } from '#server/config.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { UsersRole } from '#server/db/types.ts'

/** The columns of a signed-in user, from `users u` and `companies c`. */
export const SIGNED_IN_COLUMNS = sql`u.id as user_id, u.role, u.first_name, u.last_name, u.avatar_url, u.is_first_login, u.has_two_factor, u.password_chosen_at, u.tour_seen_at,
  c.name as company_name, c.nit, c.logo_url, c.initial_letter, c.color_code, c.legal_representative, c.is_wompi_integration,
  c.is_factus_integration`

export type SignedInRow = {
  user_id: string
  role: UsersRole
  first_name: string
  last_name: string
  avatar_url: string | null
  is_first_login: boolean
  has_two_factor: boolean
  password_chosen_at: Date | null
  tour_seen_at: Date | null
  company_name: string
  nit: string
  logo_url: string | null
  initial_letter: string
  color_code: string
  legal_representative: string
  is_wompi_integration: boolean
  is_factus_integration: boolean
}

/** The user that the shell shows: name and logo of the company for admin and superadmin, own name and avatar for the other roles (SHL-08). */
export async function signedInUser(
  tx: Tx,
  { world }: { world: World },
  person: { company_id: string; id: string },
): Promise<SignedInUser> {
  const { rows } = await sql<SignedInRow>`
    select ${SIGNED_IN_COLUMNS} from users u join companies c on c.id = u.company_id
    where u.company_id = ${person.company_id} and u.id = ${person.id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the user of a session does not exist')
  return signedInUserOf(row, world.config.mode)
}

/** The signed-in user from columns that were already read. */
export function signedInUserOf(row: SignedInRow, mode: ServerMode): SignedInUser {
  const { role } = row
  const needsNewPassword = row.is_first_login && row.password_chosen_at === null
  return {
    metadata: {
      role,
      user_id: row.user_id,
      is_first_login: row.is_first_login,
      tour_seen: row.tour_seen_at !== null,
      needs_new_password: needsNewPassword,
      has_two_factor: row.has_two_factor,
      needs_two_factor: !row.has_two_factor && mustHaveTwoFactor(role, mode),
    },
    profile:
      role === 'admin' || role === 'superadmin'
        ? {
            legal_representative: role === 'admin' ? row.legal_representative : `${row.first_name} ${row.last_name}`,
            logo_url: row.logo_url,
            is_wompi_integration: row.is_wompi_integration,
            is_factus_integration: row.is_factus_integration,
          }
        : { first_name: row.first_name, last_name: row.last_name, avatar_url: row.avatar_url },
    company: {
      name: row.company_name,
      nit: row.nit,
      logo_url: row.logo_url,
      initial_letter: row.initial_letter,
      brand: brandOf(row.color_code),
    },
  }
}
