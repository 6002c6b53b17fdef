#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The model as its paper writes it, from exported arrays, beside what trireme-dlrm predicts.

usage: exported_model.py samples TEXT                      makes 300 lines in Criteo's format
       exported_model.py compare TEXT ROWS NPZ PREDICTIONS
       exported_model.py change NPZ OTHER [PREFIX]         the same arrays as doubles, packed, PREFIX before their names
       exported_model.py formats TEXT                      the same samples as all.bin, all.npz; with two ids in
                                                           two columns as day_*.np? and bags.csv; with a NaN
                                                           in sample 7 as nan.npz and nan_dense.npy; with weights
                                                           of ids as weighted*.np?, ones.npz and weighted*.csv
       exported_model.py spoil NPZ OTHER                   the same arrays with an infinite weight
       exported_model.py damage FILE OTHER                 the same bytes with a bit flipped in the largest array
"""
import csv
import random
import sys
import zipfile

import numpy as np


def make_samples(path):
    draw = random.Random(5)
    with open(path, "w", encoding="ascii") as file:
        for _ in range(300):
            numbers = [draw.choice(["", str(draw.randrange(-2, 5000))]) for _ in range(13)]
            ids = [draw.choice(["", f"{draw.getrandbits(32):08x}"]) for _ in range(26)]
            file.write("\t".join([str(draw.randrange(2)), *numbers, *ids]) + "\n")


def network(arrays, name, x):
    last = max(int(key.split(".")[1]) for key in arrays if key.startswith(name))
    for layer in range(0, last + 1, 2):
        x = x @ arrays[f"{name}.{layer}.weight"].T.astype(float) + arrays[f"{name}.{layer}.bias"]
        if name == "bot_l" or layer < last:
            x = np.maximum(x, 0)
    return x


def crossed(arrays, x0):
    name, x = "inter_arch.crossnet", x0
    for layer in range(sum(key.startswith(f"{name}.bias") for key in arrays)):
        w, v = (arrays[f"{name}.{kind}_kernels.{layer}"].astype(float) for kind in "WV")
        x = x0 * (x @ v.T @ w.T + arrays[f"{name}.bias.{layer}"]) + x
    return x


# The names of the second MLPerf benchmark's program as those of DLRM's own.
def plain_name(name, n_top):
    words = name.removeprefix("model.").split(".")
    if words[0] == "sparse_arch":
        return f"emb_l.{words[3].removeprefix('t_cat_')}.weight"
    if words[0] == "dense_arch":
        return f"bot_l.{2 * int(words[3])}.{words[-1]}"
    if words[0] == "over_arch":
        return f"top_l.{2 * (int(words[4]) if words[2] == '0' else n_top - 1)}.{words[-1]}"
    return name


def logits(text, rows, arrays):
    n_top = sum(key.startswith("over_arch") for key in arrays) // 2
    arrays = {plain_name(key, n_top): value for key, value in arrays.items()}
    lines = [line.rstrip("\n").split("\t") for line in open(text, encoding="ascii")]
    numbers = np.array([[max(int(word or 0), 0) for word in line[1:14]] for line in lines])
    ids = np.array([[int(word or "0", 16) % rows for word in line[14:]] for line in lines])
    vectors = [network(arrays, "bot_l", np.log1p(numbers))]
    vectors += [arrays[f"emb_l.{t}.weight"][ids[:, t]].astype(float) for t in range(26)]
    z = np.stack(vectors, axis=1)
    if any(key.startswith("inter_arch") for key in arrays):
        return network(arrays, "top_l", crossed(arrays, z.reshape(len(z), -1)))[:, 0]
    products = z @ z.transpose(0, 2, 1)
    pairs = [products[:, i, j] for i in range(27) for j in range(i)]
    return network(arrays, "top_l", np.concatenate([z[:, 0], np.stack(pairs, axis=1)], axis=1))[:, 0]


def write_csv(path, labels, numbers, bags, weights=()):
    with open(path, "w", encoding="ascii") as file:
        file.write("a header\n")
        for s, label in enumerate(labels):
            columns = [str(label), '"not, read"', *(f"{x:.9g}" for x in numbers[s])]
            for name, ids in bags.items():
                ends = [f":{weight:.9g}" for weight in weights[name][s]] if name in weights else [""] * ids.shape[1]
                columns.append("|".join(f"{one}{end}" for one, end in zip(ids[s], ends)))
            file.write(",".join(columns) + "\n")


def write_formats(text):
    lines = [line.rstrip("\n").split("\t") for line in open(text, encoding="ascii")]
    labels = np.array([int(line[0]) for line in lines], dtype=np.int32)
    numbers = np.array([[int(word or 0) for word in line[1:14]] for line in lines], dtype=np.int32)
    ids = np.array([[int(word or "0", 16) for word in line[14:]] for line in lines], dtype=np.int64)
    words = np.concatenate([labels[:, None], numbers, ids.astype(np.uint32).view(np.int32)], axis=1)
    words.astype("<i4").tofile("all.bin")
    np.savez_compressed("all.npz", X_int=numbers, X_cat=(ids % 50000000).astype(np.int32), y=labels)
    ready = np.log1p(np.maximum(numbers, 0)).astype(np.float32)
    np.save("day_dense.npy", ready)
    np.save("day_labels.npy", labels[:, None])
    ready[7, 2] = np.nan
    np.save("nan_dense.npy", ready)
    np.savez("nan.npz", X_int=ready, X_cat=ids, y=labels)
    ready[7, 2] = np.log1p(max(numbers[7, 2], 0))
    bags = {str(t): ids[:, [t]] for t in range(26)}
    for t in (3, 7):
        bags[str(t)] = np.concatenate([ids[:, [t]], ids[:, [t]] // 3], axis=1)
    np.savez("day_ids.npz", **bags)
    write_csv("bags.csv", labels, ready, bags)
    # Of all ids, and of the two columns of bags.
    weights = (np.arange(len(ids) * 26).reshape(-1, 26) % 37 / 16 - 0.75).astype(np.float32)
    zeros = np.zeros_like(numbers)  # whose logarithms all readers round alike
    np.savez("weighted.npz", X_int=zeros, X_cat=ids, y=labels, X_cat_weights=weights)
    np.savez("ones.npz", X_int=numbers, X_cat=ids, y=labels, X_cat_weights=np.ones_like(ids))
    write_csv("weighted.csv", labels, zeros, {str(t): ids[:, [t]] for t in range(26)},
              {str(t): weights[:, [t]] for t in range(26)})
    of_bags = {str(t): np.ascontiguousarray(weights[:, t:t + 2]) for t in (3, 7)}
    named = {name + "_weights": array for name, array in of_bags.items()}
    np.savez("weighted_ids.npz", **bags, **named)
    write_csv("weighted_bags.csv", labels, ready, bags, of_bags)
    named["7_weights"][11, 1] = np.inf
    np.savez("spoiled_ids.npz", **bags, **named)


def main(command, *arguments):
    if command == "samples":
        make_samples(arguments[0])
    elif command == "formats":
        write_formats(arguments[0])
    elif command == "change":
        prefix = arguments[2] if len(arguments) > 2 else ""
        doubles = {prefix + k: v.astype(np.float64) for k, v in np.load(arguments[0]).items()}
        np.savez_compressed(arguments[1], **doubles)
    elif command == "spoil":
        spoiled = dict(np.load(arguments[0]))
        spoiled["emb_l.3.weight"][4, 5] = np.inf
        np.savez(arguments[1], **spoiled)
    elif command == "damage":
        data = bytearray(open(arguments[0], "rb").read())
        largest = max(zipfile.ZipFile(arguments[0]).infolist(), key=lambda entry: entry.compress_size)
        data[largest.header_offset + 100 + largest.compress_size // 2] ^= 16
        open(arguments[1], "wb").write(data)
    else:
        text, rows, npz, predictions = arguments
        expected = logits(text, int(rows), dict(np.load(npz)))
        p = np.array([float(row["prediction"]) for row in csv.DictReader(open(predictions, encoding="ascii"))])
        error = np.max(np.abs(np.log(p / (1 - p)) - expected) / (1 + np.abs(expected)))
        print(f"{len(p)} logits, largest error {error:.2e}, spread {np.std(expected):.2e}")
        assert len(p) == 300 and error < 1e-5 and np.std(expected) > 1e-2


main(*sys.argv[1:])
