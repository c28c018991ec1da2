import type { Role } from '#domain/core/roles.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'

const BRAND = {
  solid: '#0B5FFF',
  ink: '#FFFFFF',
  text: '#0B5FFF',
  text_dark: '#84B0FF',
  tint: '#EBF2FF',
  tint_dark: '#1B2A4A',
  ring: '#0B5FFF',
}

/** A user of that role for the tests: Laura Pinzón of Andina Fibra, with both integrations on for an administrator. */
export function sampleUser(role: Role, metadata: Partial<SignedInUser['metadata']> = {}): SignedInUser {
  const isCompany = role === 'admin' || role === 'superadmin'
  return {
    metadata: { role, is_first_login: false, tour_seen: true, ...metadata },
    profile: isCompany
      ? {
          legal_representative: 'Marta Lucía Ocampo',
          logo_url: null,
          // A superadmin has the flags of the platform's row, which are off.
          is_wompi_integration: role === 'admin',
          is_factus_integration: role === 'admin',
        }
      : { first_name: 'Laura', last_name: 'Pinzón', avatar_url: null },
    company: { name: 'Andina Fibra S.A.S.', nit: '901234567-7', logo_url: null, initial_letter: 'AF', brand: BRAND },
  }
}

/** The same user with the given integrations. */
export function withIntegrations(user: SignedInUser, wompi: boolean, factus: boolean): SignedInUser {
  return 'legal_representative' in user.profile
    ? { ...user, profile: { ...user.profile, is_wompi_integration: wompi, is_factus_integration: factus } }
    : user
}
