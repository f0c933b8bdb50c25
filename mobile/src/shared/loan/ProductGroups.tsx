import type { ProductGroup } from '@loanmarket/shared-types/api';
import { ProductRow } from './ProductRow';
import { Section } from '@/ui/Section';

/** The product groups of the specification in the server's order. A group may continue on the next page of the list. */
export function ProductGroups({ groups }: { groups: readonly ProductGroup[] }) {
  return (
    <>
      {whole(groups).map(({ group, title, products }) => (
        <Section key={group} title={title}>
          {products.map((product) => (
            <ProductRow key={product.loanId} product={product} grouped />
          ))}
        </Section>
      ))}
    </>
  );
}

function whole(groups: readonly ProductGroup[]): ProductGroup[] {
  const found = new Map<number, ProductGroup>();
  for (const { group, title, products } of groups) found.set(group, { group, title, products: [...(found.get(group)?.products ?? []), ...products] });
  return Array.from(found.values()).filter(({ products }) => products.length > 0);
}
