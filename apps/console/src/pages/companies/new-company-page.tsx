import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { refresh } from '../../api/new-query-client.ts';
import { Page } from '../../ui/page.tsx';
import { type CompanyBody, CompanyForm } from './company-form.tsx';

export function NewCompanyPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: (body: CompanyBody) => call(api.POST('/v1/companies', { body })),
    onSuccess: async ({ id }) => {
      await refresh(client, 'companies', 'account', 'overview');
      await navigate({ to: '/companies/$id', params: { id }, search: {} });
    },
  });
  return (
    <Page
      title="Add a company"
      crumb={
        <Link to="/companies" search={{}}>
          Companies
        </Link>
      }
      lede="Whoever sends and receives. Its addresses come next."
    >
      <CompanyForm
        verb="Add"
        error={add.error}
        isBusy={add.isPending}
        onSubmit={(body) => add.mutate(body)}
      />
    </Page>
  );
}
