#pragma once

/// Makes a child, waits for it, and ends as it ended: with its status, or by its signal. Only the
/// child returns. So what the child becomes has a parent of its own to turn against, and whoever
/// started this process learns what it would learn of the child. Where this process is killed, so
/// is the child.
void keep();
