import { companyUserApi, userApi } from '#domain/users/api.ts'
import { any, casesOf, filter, type Sample, theirs } from './case.ts'

let made = 0

/** The body of a new member of the staff. */
export const newStaff = (changes: object = {}) => {
  made += 1
  return {
    first_name: 'Laura',
    last_name: 'Pinzón',
    email: `laura${made}.${Math.floor(Math.random() * 1e9)}@fibra.test`,
    role: 'financial',
    ...changes,
  }
}

/** A call by the admin of a company with both integrations, about a member of its staff. */
const onStaff =
  (body?: object): Sample =>
  async (t, company) => {
    await t.owner.query(
      'update companies set is_wompi_integration = true, is_factus_integration = true where id = $1',
      [company.id],
    )
    const by = await company.person('admin')
    const { data } = await by.call(userApi.create, { body: { user: newStaff() } })
    return { by, wire: { params: { id: data.id }, ...(body && { body }) } }
  }

/** A call by the superadmin about a member of the staff of a company. */
const onColleague =
  (body?: object): Sample =>
  async (_t, company) => {
    const { id: user_id } = await company.person('technical')
    return {
      by: await company.person('superadmin'),
      wire: { params: { id: company.id, user_id }, ...(body && { body }) },
    }
  }

export const userCases = [
  ...casesOf(userApi, {
    list: {
      may: { admin: 200 },
      with: { q: { may: { admin: filter }, request: (its) => ({ query: { q: its.colleague } }) } },
    },
    inviteFirst: {
      may: { admin: 201 },
      sample: async (_t, company) => {
        const { role: _role, ...user } = newStaff()
        return { by: await company.person('admin'), wire: { body: { user } } }
      },
    },
    create: {
      may: { admin: 201 },
      sample: async (t, company) => ({
        by: (await onStaff()(t, company)).by,
        wire: { body: { user: newStaff() } },
      }),
    },
    update: { may: { admin: theirs(200) }, sample: onStaff({ user: { is_active: false } }) },
    reset: { may: { admin: theirs(200) }, sample: onStaff() },
  }),
  ...casesOf(companyUserApi, {
    list: { may: { superadmin: any(200) }, request: (its) => ({ params: { id: its.company } }) },
    create: {
      may: { superadmin: any(201) },
      sample: async (_t, company) => ({
        by: await company.person('superadmin'),
        wire: { params: { id: company.id }, body: { user: newStaff() } },
      }),
    },
    update: { may: { superadmin: theirs(200) }, sample: onColleague({ user: { is_active: false } }) },
    reset: { may: { superadmin: theirs(200) }, sample: onColleague() },
  }),
]
