# SPDX-License-Identifier: Apache-2.0
"""What a step of training sends, from shapes and plans alone: checked against what trireme-dlrm counts at 1 to 4 ranks, and
written out for more ranks than a test machine has. Called by perf/compare/dlrm.py."""
from dataclasses import replace


def blocks_of(case, ranks, block_samples):
    """(samples, blocks) of each rank: runs of whole blocks."""
    blocks = -(-case.batch // block_samples)
    share, rest = divmod(blocks, ranks)
    begins = [share * rank + min(rank, rest) for rank in range(ranks + 1)]
    return [(min(case.batch, block_samples * end) - min(case.batch, block_samples * begin), begin, end)
            for begin, end in zip(begins, begins[1:])]


def tree_nodes(begin, end):
    """Subtrees that a run of blocks holds whole: what one rank sends of its sums of gradients."""
    nodes = 0
    while begin < end:
        size = (begin & -begin) or 1 << 62
        while size > end - begin:
            size >>= 1
        begin += size
        nodes += 1
    return nodes


def sent_and_received(case, ranks, shards, block_samples):
    """Of each part of a step: a pair (bytes sent, bytes received) for each rank. shards: of the plan; each is of all rows, on one rank."""
    runs = blocks_of(case, ranks, block_samples)
    widths, columns = [0] * ranks, [0] * ranks
    for shard in shards:
        widths[shard["rank"]] += shard["columns"][1] - shard["columns"][0]
        columns[shard["rank"]] += 1
    all_widths, all_columns = sum(widths), sum(columns)
    words = case.lookups + (case.lookups > 1)  # bags come with their lengths
    ids, vectors, layers = [], [], []
    nodes = [tree_nodes(begin, end) for _, begin, end in runs]
    for rank, (samples, _, _) in enumerate(runs):
        elsewhere = case.batch - samples
        ids.append((4 * words * samples * (all_columns - columns[rank]), 4 * words * elsewhere * columns[rank]))
        vectors.append((4 * elsewhere * widths[rank], 4 * samples * (all_widths - widths[rank])))
        sent = received = 0
        for size in layer_sizes(case) if ranks > 1 else ():
            # Each rank adds up one slice, and gives it to all.
            mine = -(-size // ranks) if rank < size % ranks else size // ranks
            sent += 4 * nodes[rank] * (size - mine) + 4 * mine * (ranks - 1)
            received += 4 * mine * (sum(nodes) - nodes[rank]) + 4 * (size - mine)
        layers.append((sent, received))
    return {"ids": ids, "vectors": vectors, "gradients": [(out, come) for come, out in vectors], "layers": layers}


def predicted_bytes(case, ranks, shards, block_samples):
    """Bytes over all ranks in a step."""
    return {part: sum(sent for sent, _ in of_ranks) for part, of_ranks in sent_and_received(case, ranks, shards, block_samples).items()}


def layer_sizes(case):
    """Parameters of the bottom and of the top network, which are reduced apart."""
    sizes = [outputs * (inputs + 1) for inputs, outputs in case.layers()]
    return sum(sizes[:len(case.bottom)]), sum(sizes[len(case.bottom):])


def plan_of(case, ranks):
    """(pieces of a table, shards): tables whole while there are as many as ranks, else cut by columns; dealt out in turn."""
    pieces = 1 if ranks <= case.tables else min(case.width, -(-ranks // case.tables))
    cuts = [case.width * piece // pieces for piece in range(pieces + 1)]
    return pieces, [{"columns": cuts[piece:piece + 2], "rank": (table * pieces + piece) % ranks}
                    for table in range(case.tables) for piece in range(pieces)]


def exchange_table(case, link_gbs, latency_us, samples=2048):
    """For 16 to 1024 ranks, one a node, with so many samples on each: what the busiest rank sends or receives in a step, by the
    counts that are checked at 1 to 4 ranks, and milliseconds at this link and latency."""
    print(f"\n{case.name}: what the busiest rank sends or receives in a step of {samples} samples a rank; {link_gbs} GB/s and "
          f"{latency_us} us a message assumed")
    print(f"{'ranks':>6} {'plan':<12} {'ids MB':>8} {'vectors MB':>11} {'gradients MB':>13} {'layers MB':>10} {'ms':>8}")
    rows = []
    for ranks in (16, 32, 64, 128, 256, 512, 1024):
        pieces, shards = plan_of(case, ranks)
        parts = sent_and_received(replace(case, batch=samples * ranks), ranks, shards, block_samples=512)
        busiest = {part: max(max(pair) for pair in of_ranks) for part, of_ranks in parts.items()}
        # To all others: ids, vectors, gradients, and slices of layers there and back, bottom and top apart.
        messages = (3 + 4) * (ranks - 1)
        milliseconds = 1e3 * (sum(busiest.values()) / (1e9 * link_gbs) + 1e-6 * latency_us * messages)
        plan = "table_wise" if pieces == 1 else f"{pieces} pieces"
        rows.append({"ranks": ranks, "pieces": pieces, **busiest, "milliseconds": milliseconds})
        print(f"{ranks:>6} {plan:<12} " + " ".join(
            f"{busiest[part] / 1e6:>{width}.2f}" for part, width in (("ids", 8), ("vectors", 11), ("gradients", 13), ("layers", 10)))
            + f" {milliseconds:>8.2f}")
    return rows
