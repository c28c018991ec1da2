import sharp from 'sharp'
import type { Role } from '#domain/core/roles.ts'
import { profileApi } from '#domain/profile/api.ts'
import { ownDataApi } from '#domain/profile/own-data-api.ts'
import { sendEmailLink } from '#server/auth/email-link.ts'
import { makeClient } from '../factory.ts'
import { all, casesOf, fileWire, type Roles, type Sample, sampleBy } from './case.ts'

/** A picture as a phone takes it. */
export const samplePicture = (width = 640, height = 480): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0b5fff' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '6/1 15/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer()

const withPicture =
  (role: Role): Sample =>
  async (_t, company) => ({ by: await company.person(role), wire: fileWire('foto.jpg', await samplePicture()) })

const people: Roles = { financial: 200, technical: 200, network: 200, client: 200 }

export const profileCases = casesOf(profileApi, {
  get: { may: all(200) },
  update: {
    may: { financial: 200, technical: 200, network: 200, client: 400 },
    sample: sampleBy('technical', { profile: { first_name: 'Julia' } }),
  },
  confirmEmail: {
    may: { anyone: 200 },
    isPublicBecause: 'the link may be opened in another browser',
    sample: async (t, company) => {
      const by = await company.person('client')
      const email = `otra.${by.id}@correo.test`
      await sendEmailLink(t.world, { company_id: company.id, user_id: by.id, email })
      const token = /confirm-email\/(lnk_[\w-]+)/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? ''
      return { by: null, wire: { body: { token } } }
    },
  },
  avatar: { may: people, sample: withPicture('financial') },
  removeAvatar: { may: people, sample: sampleBy('financial') },
  logo: { may: { admin: 200 }, sample: withPicture('admin') },
  removeLogo: { may: { admin: 200 }, sample: sampleBy('admin') },
  image: {
    may: { anyone: [404, 404, 404, 404] },
    isPublicBecause: 'an <img> cannot send a session; the name is a hash that cannot be guessed',
    request: (its) => ({ params: { company: its.company, name: `${'0'.repeat(64)}.webp` } }),
  },
})

export const ownDataCases = casesOf(ownDataApi, {
  copy: {
    may: { client: 200 },
    sample: async (t, company) => {
      const made = await makeClient(t.owner, company.id)
      const { rows } = await t.owner.query('select id, username from users where id = $1', [made.userId])
      const user = { ...rows[0], company_id: company.id, companyId: company.id }
      return { by: t.as(await t.session(user), user), wire: {} }
    },
  },
})
