import * as z from 'zod/mini'

/** The replies of the Cloud API, parsed leniently: unknown fields are allowed, and only what Enlace uses is required. */
export const Sent = z.looseObject({
  messages: z
    .array(
      z.looseObject({
        id: z.string().check(z.minLength(1), z.maxLength(512)),
        message_status: z.optional(z.string()),
      }),
    )
    .check(z.minLength(1)),
})

export const PhoneNumber = z.looseObject({
  id: z.string(),
  display_phone_number: z.string().check(z.maxLength(40)),
})
export type PhoneNumber = z.output<typeof PhoneNumber>

const Component = z.looseObject({ type: z.string(), text: z.optional(z.string()) })

export const Template = z.looseObject({
  name: z.string(),
  language: z.string(),
  status: z.string(),
  category: z.optional(z.string()),
  components: z.optional(z.array(Component)),
})
export type Template = z.output<typeof Template>

export const TemplateList = z.looseObject({ data: z.array(Template) })
export const CreatedTemplate = z.looseObject({ id: z.string(), status: z.string(), category: z.optional(z.string()) })
export type CreatedTemplate = z.output<typeof CreatedTemplate>

export const ErrorBody = z.looseObject({
  error: z.looseObject({
    code: z.int(),
    message: z.optional(z.string()),
    error_data: z.optional(z.looseObject({ details: z.optional(z.string()) })),
  }),
})
