import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

/** A metric selector in an expression, with the labels that it matches. */
export type Selector = { metric: string; labels: string[] }

/** The selectors of a PromQL expression. Throws a SyntaxError with the position of a parse error. */
export function selectorsOf(expr: string): Selector[] {
  const found: Selector[] = []
  const textOf = (node: SyntaxNode, child: string) => {
    const { from, to } = node.getChild(child)!
    return expr.slice(from, to)
  }
  parser.parse(expr).iterate({
    enter({ node, type, from }) {
      if (type.isError) throw new SyntaxError(`cannot be read at ${from}: ${expr.slice(from, from + 20)}`)
      if (type.name !== 'VectorSelector') return
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
      const labels = matchers.map((matcher) => textOf(matcher, 'LabelName'))
      found.push({ metric: textOf(node, 'Identifier'), labels })
    },
  })
  return found
}
