import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

/** One selector of a metric in an expression, with the labels that it or what is around it names. */
export type Selector = { metric: string; labels: string[] }

/** The selectors of a PromQL expression. Throws a SyntaxError that names the place where it cannot be read. */
export function selectorsOf(expr: string): Selector[] {
  const tree = parser.parse(expr)
  const found: Selector[] = []
  tree.iterate({
    enter({ node, type, from }) {
      if (type.isError) throw new SyntaxError(`cannot be read at ${from}: ${expr.slice(from, from + 20)}`)
      if (type.name === 'VectorSelector') found.push(selectorAt(node, expr))
    },
  })
  return found
}

const text = (node: SyntaxNode, expr: string) => expr.slice(node.from, node.to)

function selectorAt(node: SyntaxNode, expr: string): Selector {
  const name = node.getChild('Identifier')
  if (!name) throw new SyntaxError(`a selector without a metric: ${text(node, expr)}`)
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
  const labels = matchers.flatMap((matcher) => {
    const label = matcher.getChild('LabelName')
    return label ? [text(label, expr)] : []
  })
  return { metric: text(name, expr), labels }
}
