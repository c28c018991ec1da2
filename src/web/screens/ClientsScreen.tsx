import { planApi } from '#domain/plans/api.ts'
import { ClientsPage } from '#web/clients/ClientsPage.tsx'
import { useRead } from '#web/core/queries.ts'

/** The clients, with the plans of the company for their filter. */
export const ClientsScreen = () => <ClientsPage plans={useRead(planApi.list, {}).data?.data ?? []} />
