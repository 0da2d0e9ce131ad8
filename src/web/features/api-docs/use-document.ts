import { useQuery } from '@tanstack/react-query';
import { type OpenApiDocument, openApiPath } from '#shared/contract/openapi.ts';
import { requestJson } from '../../api.ts';

/** What describes the API. It is no call of the contract, since it is what tells of the contract. */
export function useDocument() {
  return useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => {
      const { answer } = await requestJson(openApiPath, { signal });
      return answer as OpenApiDocument;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
