import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { ROLES } from '#domain/core/roles.ts'
import { text } from '#domain/core/text.ts'
import { ProfileChanges } from './profile.ts'

/** What a person can see and change of themselves. A person of the staff has no phone here. */
const Profile = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  telephone: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
})
export type Profile = z.output<typeof Profile>

const people = ['financial', 'technical', 'network', 'client'] as const
const Picture = z.object({ data: z.object({ url: z.nullable(z.string()) }), message: z.string() })

/** PRF-01: each person's own data and picture, and the logo of the company that one administers. */
export const profileApi = api({
  get: {
    method: 'GET',
    path: '/profile',
    summary: 'Tus datos',
    roles: ROLES,
    reply: z.object({ data: Profile }),
  },
  update: {
    method: 'PATCH',
    path: '/profile',
    summary: 'Cambia tus datos: el nombre, de quien trabaja en la empresa; el contacto, de quien es cliente',
    roles: people,
    body: z.strictObject({ profile: ProfileChanges }),
    reply: z.object({ data: Profile, message: z.string() }),
  },
  avatar: {
    method: 'POST',
    path: '/profile/avatar',
    summary: 'Cambia tu foto: PNG, JPG o WebP. Se guarda dibujada de nuevo, sin los datos que traía',
    roles: people,
    multipart: true,
    idempotency: 'never',
    reply: Picture,
  },
  removeAvatar: { method: 'DELETE', path: '/profile/avatar', summary: 'Quita tu foto', roles: people, reply: Picture },
  logo: {
    method: 'POST',
    path: '/profile/logo',
    summary: 'Cambia el logo de tu empresa: PNG, JPG o WebP',
    roles: ['admin'],
    multipart: true,
    idempotency: 'never',
    reply: Picture,
  },
  removeLogo: { method: 'DELETE', path: '/profile/logo', summary: 'Quita el logo', roles: ['admin'], reply: Picture },
  /** Without session, because an <img> cannot bring one: the name is a hash of 256 bits that nobody guesses. */
  image: {
    method: 'GET',
    path: '/image/:company/:name',
    summary: 'Una foto o un logo',
    roles: 'public',
    params: z.object({ company: z.uuid(), name: text(100) }),
    download: true,
    duringMaintenance: true,
    reply: z.unknown(),
  },
})
