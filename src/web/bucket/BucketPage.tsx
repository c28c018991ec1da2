import { Link, useSearchParams } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { Page } from '#web/ui/Page.tsx'
import { CompanyFilesList } from './CompanyFilesList.tsx'
import { UsageTable } from './UsageTable.tsx'

/** Bucket (BKT-01, BKT-02): what each company stores and, with a company in the address, its files. */
export function BucketPage() {
  const [search] = useSearchParams()
  const companyId = search.get('company_id')
  if (companyId !== null) return <CompanyFilesList key={companyId} companyId={companyId} />
  return (
    <Page
      title="Bucket"
      subtitle={
        <>
          Los archivos de cada empresa y el espacio que ocupan. El límite se cambia en la{' '}
          <Link to={paths.companies}>ficha de la empresa</Link>.
        </>
      }
    >
      <UsageTable />
    </Page>
  )
}
