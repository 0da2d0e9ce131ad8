import { useQuery } from '@tanstack/react-query';
import { type OpenApiDocument, openApiPath } from '#shared/contract/openapi.ts';
import { requestJson } from '../../api.ts';

/** The API description. It is not an endpoint of the contract, because it describes the contract. */
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
